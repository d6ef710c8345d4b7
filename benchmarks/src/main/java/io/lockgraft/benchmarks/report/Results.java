package io.lockgraft.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;

/** The measured values of all scenarios: a file of JSON lines for each, one line for each contender and round. */
public final class Results {
    /** One line. */
    private record Line(String scenario, String cell, String contender, int round, Map<String, Object> figures) {}

    private final Path folder;
    private final List<Line> lines = new ArrayList<>();

    /** With what earlier runs have left in the folder. */
    public Results(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    lines.add(parse(line));
                }
            }
        }
    }

    /** A scenario begins anew. */
    public void forget(String scenario) throws IOException {
        lines.removeIf(line -> line.scenario.equals(scenario));
        Files.deleteIfExists(file(scenario));
    }

    public void add(String scenario, String cell, String contender, int round, Map<String, Object> figures) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", scenario);
        line.put("cell", cell);
        line.put("contender", contender);
        line.put("round", round);
        line.putAll(figures);
        String text = Json.of(line);
        System.out.println(text);
        lines.add(new Line(scenario, cell, contender, round, figures));
        try {
            Files.writeString(file(scenario), text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean has(String scenario) {
        return lines.stream().anyMatch(line -> line.scenario.equals(scenario));
    }

    /** The cells of a scenario, in the order in which they were measured. */
    public Set<String> cells(String scenario) {
        Set<String> cells = new LinkedHashSet<>();
        select(line -> line.scenario.equals(scenario)).forEach(line -> cells.add(line.cell));
        return cells;
    }

    /** The contenders of a cell. */
    public Set<String> contenders(String scenario, String cell) {
        Set<String> contenders = new LinkedHashSet<>();
        select(line -> line.scenario.equals(scenario) && line.cell.equals(cell))
                .forEach(line -> contenders.add(line.contender));
        return contenders;
    }

    /** A figure's values, by round; rounds that lack it are left out. */
    public Map<Integer, Double> values(String scenario, String cell, String contender, String figure) {
        Map<Integer, Double> values = new LinkedHashMap<>();
        select(line -> line.scenario.equals(scenario) && line.cell.equals(cell) && line.contender.equals(contender))
                .forEach(line -> {
                    if (line.figures.get(figure) instanceof Number number) {
                        values.put(line.round, number.doubleValue());
                    }
                });
        return values;
    }

    /** The median of a figure over all rounds; NaN where there is none. */
    public double median(String scenario, String cell, String contender, String figure) {
        return Medians.of(values(scenario, cell, contender, figure).values());
    }

    /** The least value of a figure in any round; NaN where there is none. */
    public double least(String scenario, String cell, String contender, String figure) {
        return values(scenario, cell, contender, figure).values().stream()
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(Double.NaN);
    }

    /** Of these contenders the one with the best median; null where none has the figure. */
    public String best(
            String scenario, String cell, Collection<String> contenders, String figure, boolean lessIsBetter) {
        Comparator<String> byFigure = Comparator.comparingDouble(each -> median(scenario, cell, each, figure));
        return contenders.stream()
                .filter(each -> !Double.isNaN(median(scenario, cell, each, figure)))
                .min(lessIsBetter ? byFigure : byFigure.reversed())
                .orElse(null);
    }

    /** The median of what one contender's figure is to another's in the same round. */
    public double ratio(String scenario, String cell, String contender, String other, String figure) {
        return paired(scenario, cell, contender, other, figure, (its, others) -> its / others);
    }

    /** The median of what one contender's figure is more than another's in the same round. */
    public double difference(String scenario, String cell, String contender, String other, String figure) {
        return paired(scenario, cell, contender, other, figure, (its, others) -> its - others);
    }

    private double paired(
            String scenario,
            String cell,
            String contender,
            String other,
            String figure,
            DoubleBinaryOperator comparison) {
        Map<Integer, Double> theirs = values(scenario, cell, other, figure);
        List<Double> compared = new ArrayList<>();
        values(scenario, cell, contender, figure).forEach((round, value) -> {
            Double against = theirs.get(round);
            if (against != null && against != 0) {
                compared.add(comparison.applyAsDouble(value, against));
            }
        });
        return Medians.of(compared);
    }

    private List<Line> select(Predicate<Line> condition) {
        return lines.stream().filter(condition).toList();
    }

    private Path file(String scenario) {
        return folder.resolve(scenario + ".jsonl");
    }

    private static Line parse(String text) {
        Map<String, Object> figures = new LinkedHashMap<>(Json.read(text));
        return new Line(
                String.valueOf(figures.remove("scenario")),
                String.valueOf(figures.remove("cell")),
                String.valueOf(figures.remove("contender")),
                ((Number) figures.remove("round")).intValue(),
                figures);
    }
}
