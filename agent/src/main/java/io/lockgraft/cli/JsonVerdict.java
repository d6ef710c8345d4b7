package io.lockgraft.cli;

import io.lockgraft.cli.connect.StoreFinding;
import io.lockgraft.manage.Json;
import io.lockgraft.spi.settings.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A verdict as machines read it. docs/rules/check.md promises this form: members may come, none may go or change. */
final class JsonVerdict {
    private JsonVerdict() {}

    static String write(Verdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", verdict.file);
        json.put("mistakes", verdict.problems.size());
        json.put("problems", verdict.problems.stream().map(JsonVerdict::problem).collect(Collectors.toList()));
        json.put("warnings", verdict.warnings.stream().map(JsonVerdict::problem).collect(Collectors.toList()));
        json.put("unset", verdict.unset.stream().map(JsonVerdict::problem).collect(Collectors.toList()));
        if (!verdict.stores.isEmpty()) {
            json.put("stores", verdict.stores.stream().map(JsonVerdict::store).collect(Collectors.toList()));
        }
        if (verdict.classPath != null) {
            Map<String, Object> classPath = new LinkedHashMap<>();
            classPath.put("archives", verdict.classPath.size());
            classPath.put("classes", verdict.classPath.classNames().size());
            classPath.put("notes", verdict.classPath.notes());
            json.put("classPath", classPath);
            json.put("rules", verdict.rules.stream().map(JsonVerdict::rule).collect(Collectors.toList()));
        }
        return Json.write(json);
    }

    private static Map<String, Object> problem(Problem problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", problem.position().file());
        json.put("line", problem.position().line());
        json.put("column", problem.position().column());
        json.put("message", problem.message());
        return json;
    }

    private static Map<String, Object> store(StoreFinding found) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", found.name());
        json.put("store", found.store());
        json.put("usable", found.failure() == null);
        json.put("promises", found.promises());
        json.put("facts", found.facts());
        return json;
    }

    private static Map<String, Object> rule(RuleFindings found) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", found.rule.name());
        json.put("line", found.rule.position().line());
        json.put("column", found.rule.position().column());
        json.put("methods", found.methods.stream().map(JsonVerdict::method).collect(Collectors.toList()));
        json.put("notes", found.notes());
        return json;
    }

    private static Map<String, Object> method(LockedMethod locked) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("class", locked.method.owner());
        json.put("method", Signature.pattern(locked.method));
        json.put("signature", Signature.of(locked.method));
        json.put("descriptor", locked.method.descriptor());
        json.put("place", locked.place);
        json.put("keys", locked.keys);
        json.put("hold", locked.end.told());
        json.put("notes", locked.notes);
        return json;
    }
}
