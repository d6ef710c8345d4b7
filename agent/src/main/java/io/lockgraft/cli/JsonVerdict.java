package io.lockgraft.cli;

import io.lockgraft.manage.Json;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A verdict as machines read it. docs/RULES.md promises this form: members may come, none may go or change. */
final class JsonVerdict {
    private JsonVerdict() {}

    static String write(Verdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", verdict.file);
        json.put("mistakes", verdict.problems.size());
        json.put("problems", told(verdict.problems));
        json.put("warnings", told(verdict.warnings));
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

    private static List<Object> told(List<Problem> problems) {
        List<Object> told = new ArrayList<>();
        for (Problem problem : problems) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("file", problem.position().file());
            one.put("line", problem.position().line());
            one.put("column", problem.position().column());
            one.put("message", problem.message());
            told.add(one);
        }
        return told;
    }

    private static Map<String, Object> rule(RuleFindings found) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", found.rule.name());
        json.put("line", found.rule.position().line());
        json.put("column", found.rule.position().column());
        List<Object> methods = new ArrayList<>();
        for (LockedMethod locked : found.methods) {
            Map<String, Object> method = new LinkedHashMap<>();
            method.put("class", locked.method.owner());
            method.put("method", Signature.pattern(locked.method));
            method.put("signature", Signature.of(locked.method));
            method.put("descriptor", locked.method.descriptor());
            method.put("place", locked.place);
            method.put("keys", locked.keys);
            method.put("hold", locked.end.told());
            method.put("notes", locked.notes);
            methods.add(method);
        }
        json.put("methods", methods);
        json.put("notes", found.notes());
        return json;
    }
}
