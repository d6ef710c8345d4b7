package io.lockgraft.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A chart as SVG, on a logarithmic scale: a line for each contender over the cells of a scenario, or a bar for each
 * where there is one cell.
 */
final class Chart {
    private static final List<String> COLOURS =
            List.of("#888888", "#1f77b4", "#17becf", "#9467bd", "#e377c2", "#2ca02c", "#d62728", "#bcbd22", "#8c564b");
    private static final int WIDTH = 860;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int RIGHT = 230;
    private static final int TOP = 40;
    private static final int BOTTOM = 110;

    private final String title;
    private final List<String> cells;
    private final Map<String, List<Double>> lines = new LinkedHashMap<>();

    Chart(String title, List<String> cells) {
        this.title = title;
        this.cells = cells;
    }

    /** @param values one for each cell; NaN where there is none */
    void line(String name, List<Double> values) {
        lines.put(name, values);
    }

    String svg() {
        double smallest = Math.log10(extreme(true));
        int least = (int) (cells.size() == 1 ? Math.ceil(smallest) - 1 : Math.floor(smallest));
        int most = Math.max(least + 1, (int) Math.ceil(Math.log10(extreme(false))));
        List<String> svg = new ArrayList<>();
        svg.add(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                WIDTH, HEIGHT));
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        svg.add(format("<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>", LEFT, escaped(title)));
        for (int power = least; power <= most; power++) {
            double y = y(Math.pow(10, power), least, most);
            svg.add(format(
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
                    LEFT, y, WIDTH - RIGHT, y));
            svg.add(format("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 4, label(power)));
        }
        for (int i = 0; i < cells.size(); i++) {
            svg.add(format(
                    "<text transform=\"translate(%.1f,%d) rotate(30)\">%s</text>",
                    x(i), HEIGHT - BOTTOM + 18, escaped(cells.get(i))));
        }
        int number = 0;
        for (Map.Entry<String, List<Double>> line : lines.entrySet()) {
            if (cells.size() == 1) {
                drawBar(line.getValue().get(0), number, least, most, svg);
            }
            draw(line.getKey(), line.getValue(), number++, least, most, svg);
        }
        svg.add("</svg>");
        return String.join("\n", svg) + "\n";
    }

    private void draw(String name, List<Double> values, int number, int least, int most, List<String> svg) {
        String colour = colour(number);
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) > 0 && cells.size() > 1) {
                double y = y(values.get(i), least, most);
                points.append(format("%.1f,%.1f ", x(i), y));
                svg.add(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", x(i), y, colour));
            }
        }
        svg.add(format(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                points.toString().trim(), colour));
        int y = TOP + 10 + 20 * number;
        int x = WIDTH - RIGHT + 20;
        svg.add(format("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, y - 10, colour));
        svg.add(format("<text x=\"%d\" y=\"%d\">%s</text>", x + 18, y, escaped(name)));
    }

    private void drawBar(double value, int number, int least, int most, List<String> svg) {
        if (value > 0) {
            double width = (WIDTH - LEFT - RIGHT) / (double) lines.size();
            double y = y(value, least, most);
            svg.add(format(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                    LEFT + width * (number + 0.15), y, width * 0.7, HEIGHT - BOTTOM - y, colour(number)));
            svg.add(format(
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
                    LEFT + width * (number + 0.5), y - 4, format(value < 10 ? "%,.1f" : "%,.0f", value)));
        }
    }

    private static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    private double extreme(boolean least) {
        double found = Double.NaN;
        for (List<Double> line : lines.values()) {
            for (double value : line) {
                if (value > 0) {
                    found = Double.isNaN(found) ? value : least ? Math.min(found, value) : Math.max(found, value);
                }
            }
        }
        return Double.isNaN(found) ? 1 : found;
    }

    private double x(int cell) {
        double step = (WIDTH - LEFT - RIGHT) / (double) Math.max(1, cells.size());
        return LEFT + step * (cell + 0.5);
    }

    private static double y(double value, int least, int most) {
        double share = (Math.log10(value) - least) / (most - least);
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }

    private static String label(int power) {
        return power < 0 ? Double.toString(Math.pow(10, power)) : format("%,d", Math.round(Math.pow(10, power)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
