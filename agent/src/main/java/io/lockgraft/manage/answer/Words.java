package io.lockgraft.manage.answer;

import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The words of a command line, taken apart: what is asked, and its options. Immutable. */
final class Words {
    static final String JSON = "--json";
    static final String KEY = "--key";
    static final String THREADS = "--threads";
    static final String ASKER = "--asker";

    /** The options of each question, beside {@link #JSON}. */
    private static final Map<String, List<String>> OPTIONS = new LinkedHashMap<>();

    static {
        OPTIONS.put("ps", Collections.<String>emptyList());
        OPTIONS.put("status", Collections.<String>emptyList());
        OPTIONS.put("rules", Collections.<String>emptyList());
        OPTIONS.put("locks", Arrays.asList(KEY, THREADS));
        OPTIONS.put("top", Collections.singletonList(ASKER));
        OPTIONS.put("events", Collections.<String>emptyList());
        OPTIONS.put("report", Collections.<String>emptyList());
    }

    private final String asked;
    private final Map<String, String> options;

    private Words(String asked, Map<String, String> options) {
        this.asked = asked;
        this.options = options;
    }

    /** Takes words apart as a shell has split them. */
    static Words of(List<String> words) throws WrongWordsException {
        if (words.isEmpty()) {
            throw new WrongWordsException("Nothing is asked." + known());
        }
        String asked = words.get(0);
        List<String> its = OPTIONS.get(asked);
        if (its == null) {
            String near = NearNames.didYouMean(asked, OPTIONS.keySet());
            throw new WrongWordsException(
                    "'" + Printable.of(asked) + "' is no question" + (near.isEmpty() ? "." : near) + known());
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals(JSON) || word.equals(THREADS) && its.contains(THREADS)) {
                options.put(word, "");
            } else if (its.contains(word)) {
                if (i + 1 == words.size()) {
                    throw new WrongWordsException(word + " needs a value behind it");
                }
                options.put(word, value(word, words.get(++i)));
            } else {
                throw unknown(asked, its, word);
            }
        }
        return new Words(asked, options);
    }

    private static String value(String option, String value) throws WrongWordsException {
        if (value.isEmpty()) {
            throw new WrongWordsException("empty " + option.substring(2).toUpperCase(Locale.ROOT));
        }
        return value;
    }

    private static String known() {
        return " The questions are " + Listing.all(new ArrayList<>(OPTIONS.keySet()), " and ");
    }

    private static WrongWordsException unknown(String asked, List<String> its, String word) {
        List<String> all = new ArrayList<>(its);
        all.add(JSON);
        String near = NearNames.didYouMean(word, all);
        return new WrongWordsException("'" + Printable.of(word) + "' is no option of " + asked
                + (near.isEmpty() ? "; it takes " + Listing.all(all, " and ") : near));
    }

    /** The first word. */
    String asked() {
        return asked;
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    /** The value of an option; null where it is not given. */
    String get(String option) {
        return options.get(option);
    }
}
