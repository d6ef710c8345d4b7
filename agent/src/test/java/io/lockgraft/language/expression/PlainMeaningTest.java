package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.expression.Written.Family;
import io.lockgraft.language.expression.Written.Type;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.testing.Whole;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random expressions over random values: what is compiled means what it plainly says. */
class PlainMeaningTest {
    private static final int EXPRESSIONS = Whole.rounds(4_000, 2_000);
    private static final int VALUES = 5;
    private static final List<String> NAMES = List.of("dto", "i", "l", "d", "flag", "any", "text");

    enum Colour {
        RED,
        BLUE
    }

    @SuppressWarnings("unused")
    static class Dto {
        Integer boxed;
        private BigDecimal price;
        BigInteger big;
        private String name;
        Boolean maybe;
        Colour colour;
        Object open;
        Dto child;
        int[] counts;
        List<String> names;
        Map<String, Integer> stock;

        public BigDecimal getPrice() {
            return price;
        }

        public String getName() {
            return name;
        }
    }

    static class Service {
        @SuppressWarnings("unused")
        void use(Dto dto, int i, long l, double d, boolean flag, Object any, String text) {}
    }

    private final long seed = Long.getLong("lockgraft.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Bound use = Bound.to(new Service(), "use");

    @Test
    void whatIsCompiledMeansWhatItPlainlySays() throws Exception {
        System.out.println("PlainMeaningTest: -Dlockgraft.test.seed=" + seed);
        Map<String, Integer> outcomes = new HashMap<>();
        for (int i = 0; i < EXPRESSIONS; i++) {
            Written written = any(1 + random.nextInt(4));
            String template = "{" + (random.nextBoolean() ? " " : "") + written.text() + "}";
            assertThat(use.problems(template)).as("seed %d, %s", seed, template).isEmpty();
            BoundTemplate bound = use.template(template);
            for (int j = 0; j < VALUES; j++) {
                Map<String, Object> values = values();
                outcomes.merge(outcome(plain(written, values)), 1, Integer::sum);
                assertThat(compiled(bound, values))
                        .as("seed %d, %s", seed, template)
                        .isEqualTo(plain(written, values));
            }
        }
        assertThat(outcomes)
                .as("what was tried")
                .hasSize(3)
                .allSatisfy((outcome, count) -> assertThat(count).isGreaterThan(EXPRESSIONS * VALUES / 50));
        assertThat(outcomes.get("a value")).isGreaterThan(EXPRESSIONS * VALUES / 3);
    }

    private static String outcome(String plain) {
        return plain.equals("(missing)") || plain.equals("(no value)") ? plain : "a value";
    }

    private String plain(Written written, Map<String, Object> values) {
        try {
            String text = PlainMeaning.text(written.meaning().apply(values));
            return text == null || text.isBlank() ? "(missing)" : text;
        } catch (PlainMeaning.NoValue e) {
            return "(no value)";
        }
    }

    private static String compiled(BoundTemplate bound, Map<String, Object> values) {
        Object[] arguments = NAMES.stream().map(values::get).toArray();
        try {
            return bound.key(new Service(), arguments);
        } catch (MissingPartException e) {
            return "(missing)";
        } catch (EvaluationException e) {
            return "(no value)";
        }
    }

    private Map<String, Object> values() {
        Map<String, Object> values = new HashMap<>();
        values.put("dto", dto(2));
        values.put("i", number());
        values.put("l", random.nextInt(10) == 0 ? Long.MIN_VALUE : (long) number());
        values.put("d", number() / 4.0);
        values.put("flag", random.nextBoolean());
        values.put("any", open());
        values.put("text", text());
        return values;
    }

    private Dto dto(int depth) {
        Dto dto = new Dto();
        dto.boxed = maybe(number());
        dto.price = maybe(BigDecimal.valueOf(number(), random.nextInt(5) - 1));
        dto.big = maybe(BigInteger.valueOf(number()).pow(1 + random.nextInt(3)));
        dto.name = text();
        dto.maybe = maybe(random.nextBoolean());
        dto.colour = maybe(Colour.values()[random.nextInt(2)]);
        dto.open = open();
        dto.child = depth == 0 ? null : maybe(dto(depth - 1));
        dto.counts = new int[] {number(), number()};
        dto.names = Arrays.asList(text(), text(), text());
        dto.stock = Map.of("a", number(), "b", number());
        return dto;
    }

    private <T> T maybe(T value) {
        return random.nextInt(4) == 0 ? null : value;
    }

    private int number() {
        return random.nextInt(20) == 0 ? Integer.MIN_VALUE + random.nextInt(3) : random.nextInt(9) - 3;
    }

    private String text() {
        return maybe(List.of("a", "b", "", " ", "a}'\"{", "RED", "\u00e4\ud83d\ude00")
                .get(random.nextInt(7)));
    }

    private Object open() {
        return maybe(
                switch (random.nextInt(7)) {
                    case 0 -> number();
                    case 1 -> (long) number();
                    case 2 -> number() / 4.0;
                    case 3 -> new BigDecimal(number()).movePointLeft(1);
                    case 4 -> random.nextBoolean();
                    case 5 -> Colour.BLUE;
                    default -> "b";
                });
    }

    private Written any(int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> text(depth);
            case 1 -> truth(depth);
            case 2 -> open(depth);
            default -> number(depth);
        };
    }

    private Written open(int depth) {
        return random.nextBoolean()
                ? pick(List.of(parameter("any", Type.OPEN), path(dtoPath(depth), "open", Type.OPEN)))
                : random.nextBoolean() ? choice(any(depth - 1 < 0 ? 0 : depth - 1), leaf(), depth) : leaf();
    }

    private Written leaf() {
        return pick(leaves());
    }

    private List<Written> leaves() {
        Written dto = parameter("dto", Type.OPEN);
        List<Written> all = new ArrayList<>(List.of(
                literal("7", 7, Type.INT),
                literal("0", 0, Type.INT),
                literal("3L", 3L, Type.LONG),
                literal("4294967296", 4294967296L, Type.LONG),
                literal("2.5", 2.5, Type.DOUBLE),
                literal("0.1", 0.1, Type.DOUBLE),
                literal("'it\\'s'", "it's", Type.TEXT),
                literal("\"}\"", "}", Type.TEXT),
                literal("true", true, Type.BOOLEAN),
                parameter("i", Type.INT),
                new Written("p1", Written.PATH, Type.INT, v -> v.get("i")),
                parameter("l", Type.LONG),
                parameter("d", Type.DOUBLE),
                parameter("flag", Type.BOOLEAN),
                parameter("any", Type.OPEN),
                parameter("text", Type.TEXT),
                path(dto, "boxed", Type.BOXED_INT),
                path(dto, "price", Type.DECIMAL),
                path(dto, "big", Type.INTEGER),
                path(dto, "name", Type.TEXT),
                path(dto, "maybe", Type.BOXED_BOOLEAN),
                path(dto, "colour", Type.ENUM),
                path(dto, "open", Type.OPEN)));
        all.add(path(path(dto, "stock", Type.OPEN), "a", Type.BOXED_INT));
        return all;
    }

    private Written leaf(Family family) {
        return pick(
                leaves().stream().filter(each -> each.type().family == family).toList());
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static Written literal(String text, Object value, Type type) {
        return new Written(text, Written.PATH, type, v -> value);
    }

    private static Written parameter(String name, Type type) {
        return new Written(name, Written.PATH, type, v -> v.get(name));
    }

    private static Written path(Written of, String name, Type type) {
        return new Written(
                of.text() + "." + name,
                Written.PATH,
                type,
                v -> PlainMeaning.property(of.meaning().apply(v), name));
    }

    private Written dtoPath(int depth) {
        Written dto = parameter("dto", Type.OPEN);
        for (int i = random.nextInt(depth + 1); i > 0; i--) {
            dto = path(dto, "child", Type.OPEN);
        }
        return dto;
    }

    private static Written safe(Written of, String name, Type type) {
        return new Written(of.text() + "?." + name, Written.PATH, type.boxed(), v -> {
            Object object = of.meaning().apply(v);
            return object == null ? null : PlainMeaning.property(object, name);
        });
    }

    private Written number(int depth) {
        return switch (depth <= 0 ? 0 : random.nextInt(5)) {
            case 0 -> leaf(Family.NUMBER);
            case 1 -> choice(number(depth - 1), number(depth - 1), depth);
            case 2 -> byDefault(number(depth - 1), number(depth - 1));
            default -> whole(depth);
        };
    }

    /** Of a type that operators compute with. */
    private Written whole(int depth) {
        if (depth <= 0) {
            return pick(leaves().stream().filter(each -> each.type().isWhole()).toList());
        }
        Written dto = dtoPath(depth);
        Written first = whole(depth - 1);
        switch (random.nextInt(8)) {
            case 0:
                Written choice = choice(first, whole(depth - 1), depth);
                return choice.type().isWhole() ? choice : first;
            case 1:
                return new Written(
                        "-" + first.at(Written.UNARY),
                        Written.UNARY,
                        Type.computed(first.type(), first.type()),
                        v -> PlainMeaning.arithmetic("*", -1, first.meaning().apply(v)));
            case 2:
                return safe(path(dto, "child", Type.OPEN), "boxed", Type.BOXED_INT);
            case 3:
                return index(path(dto, "counts", Type.OPEN), "1", 1, Type.BOXED_INT);
            case 4:
                Written orElse = byDefault(first, whole(depth - 1));
                return orElse.type().isWhole() ? orElse : first;
            case 5:
                Written text = text(depth - 1);
                return new Written(text.at(Written.PATH) + "?.length()", Written.PATH, Type.BOXED_INT, v -> {
                    String of = (String) text.meaning().apply(v);
                    return of == null ? null : of.length();
                });
            default:
                return arithmetic(pick(List.of("+", "-", "*", "/", "%")), first, whole(depth - 1));
        }
    }

    private static Written arithmetic(String operator, Written left, Written right) {
        int level = operator.equals("+") || operator.equals("-") ? Written.SUM : Written.PRODUCT;
        boolean joins = operator.equals("+") && (left.type() == Type.TEXT || right.type() == Type.TEXT);
        Type type = joins ? Type.TEXT : Type.computed(left.type(), right.type());
        return new Written(left.at(level) + " " + operator + " " + right.at(level + 1), level, type, v -> {
            Object a = left.meaning().apply(v);
            Object b = right.meaning().apply(v);
            return joins && (a == null || b == null) ? null : PlainMeaning.arithmetic(operator, a, b);
        });
    }

    private static Written index(Written of, String text, Object at, Type type) {
        return new Written(
                of.text() + "[" + text + "]",
                Written.PATH,
                type,
                v -> PlainMeaning.index(of.meaning().apply(v), at));
    }

    private Written choice(Written a, Written b, int depth) {
        Written condition = truth(depth - 1);
        return new Written(
                condition.at(Written.DEFAULT) + " ? " + a.text() + " : " + b.text(),
                Written.CHOICE,
                Type.joined(a.type(), b.type()),
                v -> PlainMeaning.truth(condition.meaning().apply(v))
                        ? a.meaning().apply(v)
                        : b.meaning().apply(v));
    }

    private static Written byDefault(Written a, Written b) {
        if (a.type().primitive) {
            return a;
        }
        return new Written(
                a.at(Written.OR) + " ?: " + b.at(Written.DEFAULT),
                Written.DEFAULT,
                Type.joined(a.type(), b.type()),
                v -> {
                    Object value = a.meaning().apply(v);
                    return value == null ? b.meaning().apply(v) : value;
                });
    }

    private Written text(int depth) {
        if (depth <= 0) {
            return leaf(Family.TEXT);
        }
        switch (random.nextInt(6)) {
            case 0:
                Written operand = any(depth - 1);
                return new Written(
                        "hash(" + operand.text() + ")",
                        Written.PATH,
                        Type.TEXT,
                        v -> PlainMeaning.hash(operand.meaning().apply(v)));
            case 1:
                return choice(text(depth - 1), text(depth - 1), depth);
            case 2:
                return byDefault(text(depth - 1), text(depth - 1));
            case 3:
                return index(path(dtoPath(depth), "names", Type.OPEN), "i", 0, Type.TEXT)
                                        .type()
                                == Type.TEXT
                        ? indexed(dtoPath(depth))
                        : leaf(Family.TEXT);
            case 4:
                return safe(path(dtoPath(depth), "child", Type.OPEN), "name", Type.TEXT);
            default:
                Written left = random.nextBoolean() ? text(depth - 1) : any(depth - 1);
                return arithmetic("+", left, left.type() == Type.TEXT ? any(depth - 1) : text(depth - 1));
        }
    }

    private static Written indexed(Written dto) {
        Written names = path(dto, "names", Type.OPEN);
        return new Written(
                names.text() + "[i]",
                Written.PATH,
                Type.TEXT,
                v -> PlainMeaning.index(names.meaning().apply(v), v.get("i")));
    }

    private Written truth(int depth) {
        if (depth <= 0) {
            return leaf(Family.TRUTH);
        }
        switch (random.nextInt(6)) {
            case 0:
                Written operand = truth(depth - 1);
                boolean word = random.nextBoolean();
                return new Written(
                        word ? "not " + operand.at(Written.NOT) : "!" + operand.at(Written.UNARY),
                        word ? Written.NOT : Written.UNARY,
                        Type.BOOLEAN,
                        v -> !PlainMeaning.truth(operand.meaning().apply(v)));
            case 1:
            case 2:
                return logic(random.nextBoolean(), truth(depth - 1), truth(depth - 1));
            case 3:
                return equality(depth);
            default:
                boolean numbers = random.nextBoolean();
                Written a = numbers ? number(depth - 1) : text(depth - 1);
                Written b = random.nextInt(6) == 0 ? leaf(Family.OPEN) : numbers ? number(depth - 1) : text(depth - 1);
                String operator = pick(List.of("<", "<=", ">", ">="));
                return new Written(
                        a.at(Written.SUM) + " " + operator + " " + b.at(Written.SUM),
                        Written.ORDER,
                        Type.BOOLEAN,
                        v -> PlainMeaning.less(
                                operator, a.meaning().apply(v), b.meaning().apply(v)));
        }
    }

    private Written logic(boolean and, Written a, Written b) {
        int level = and ? Written.AND : Written.OR;
        String sign = pick(and ? List.of("and", "&&") : List.of("or", "||"));
        return new Written(
                a.at(level) + " " + sign + " " + b.at(level + 1),
                level,
                Type.BOOLEAN,
                v -> and
                        ? PlainMeaning.truth(a.meaning().apply(v))
                                && PlainMeaning.truth(b.meaning().apply(v))
                        : PlainMeaning.truth(a.meaning().apply(v))
                                || PlainMeaning.truth(b.meaning().apply(v)));
    }

    private Written equality(int depth) {
        Written a = any(depth - 1);
        Written b = switch (a.type().family) {
            case NUMBER -> number(depth - 1);
            case TEXT -> random.nextInt(4) == 0 ? leaf(Family.OTHER) : text(depth - 1);
            case TRUTH -> truth(depth - 1);
            case OTHER -> text(depth - 1);
            case OPEN -> any(depth - 1);
        };
        if (a.type() == Type.ENUM && isQuoted(b) || b.type() == Type.ENUM && isQuoted(a)) {
            // A text that is no constant is refused.
            Written constant = literal("'RED'", "RED", Type.TEXT);
            a = isQuoted(a) ? constant : a;
            b = isQuoted(b) ? constant : b;
        }
        return equality(a, b);
    }

    private static boolean isQuoted(Written text) {
        return text.type() == Type.TEXT
                && text.level() == Written.PATH
                && text.text().matches("['\"].*");
    }

    private Written equality(Written a, Written b) {
        Written other = !a.type().primitive && random.nextInt(5) == 0 ? literal("null", null, Type.OPEN) : b;
        boolean same = random.nextBoolean();
        return new Written(
                a.at(Written.EQUAL) + (same ? " == " : " != ") + other.at(Written.ORDER),
                Written.EQUAL,
                Type.BOOLEAN,
                v -> PlainMeaning.equal(a.meaning().apply(v), other.meaning().apply(v)) == same);
    }
}
