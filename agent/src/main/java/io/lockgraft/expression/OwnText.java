package io.lockgraft.expression;

import io.lockgraft.pattern.Unlockable;
import java.lang.reflect.Proxy;

/** What a value's toString says, unless it is that of Object, which differs in every JVM. */
final class OwnText {
    private static final int LONGEST_HASH = 8;

    /** Where the toString of a class comes from. */
    private enum Source {
        ITSELF,
        OBJECT,
        /** A proxy always declares one, and asks the object behind it, which may have that of Object. */
        PROXY
    }

    private static final ClassValue<Source> SOURCES = new ClassValue<Source>() {
        @Override
        protected Source computeValue(Class<?> type) {
            try {
                if (type.getMethod("toString").getDeclaringClass() == Object.class) {
                    return Source.OBJECT;
                }
            } catch (NoSuchMethodException | LinkageError unreadable) {
                return Source.OBJECT;
            }
            return Proxy.isProxyClass(type) || Unlockable.isProxy(type.getName()) ? Source.PROXY : Source.ITSELF;
        }
    };

    private OwnText() {}

    static String of(Object value) {
        Source source = SOURCES.get(value.getClass());
        if (source == Source.OBJECT) {
            throw none(value.getClass().getName());
        }
        String text = value.toString();
        if (source == Source.PROXY && text != null && isIdentity(text)) {
            throw none(text.substring(0, text.indexOf('@')));
        }
        return text;
    }

    private static EvaluationException none(String className) {
        return new EvaluationException(
                StaticType.simple(className) + " has no text of its own; name a property of it", null);
    }

    /** Whether Object's toString makes such texts: the full name of a class, an @ and a hexadecimal number. */
    private static boolean isIdentity(String text) {
        int at = text.indexOf('@');
        int digits = text.length() - at - 1;
        if (at < 1 || digits < 1 || digits > LONGEST_HASH || !Character.isJavaIdentifierStart(text.charAt(0))) {
            return false;
        }
        for (int i = 0; i < at; i++) {
            if (text.charAt(i) != '.' && !Character.isJavaIdentifierPart(text.charAt(i))) {
                return false;
            }
        }
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        // me@cafe and Order@42 may be what an application writes; a class that is worth a lock has a package.
        return text.lastIndexOf('.', at) > 0;
    }
}
