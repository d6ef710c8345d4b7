package io.lockgraft.language.pattern;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.regex.Pattern;

/** Says which methods can never be locked, and why. */
public final class Unlockable {
    private static final int BRIDGE = 0x0040;

    /** Packages of the JDK; javax and com.sun have others that applications bring themselves. */
    private static final String[] JDK = {
        "java.", "jdk.", "sun.", "javax.accessibility.",
        "javax.annotation.processing.", "javax.crypto.", "javax.imageio.", "javax.lang.model.",
        "javax.management.", "javax.naming.", "javax.net.", "javax.print.",
        "javax.rmi.ssl.", "javax.script.", "javax.security.auth.", "javax.security.cert.",
        "javax.security.sasl.", "javax.smartcardio.", "javax.sound.", "javax.sql.",
        "javax.swing.", "javax.tools.", "javax.xml.catalog.", "javax.xml.crypto.",
        "javax.xml.datatype.", "javax.xml.namespace.", "javax.xml.parsers.", "javax.xml.stream.",
        "javax.xml.transform.", "javax.xml.validation.", "javax.xml.xpath.", "com.sun.awt.",
        "com.sun.beans.", "com.sun.crypto.", "com.sun.imageio.", "com.sun.java.",
        "com.sun.jmx.", "com.sun.jndi.", "com.sun.management.", "com.sun.media.sound.",
        "com.sun.naming.", "com.sun.net.", "com.sun.nio.", "com.sun.org.apache.",
        "com.sun.rmi.", "com.sun.security.", "com.sun.swing.", "com.sun.tools."
    };

    /** The JDK's proxies have a number behind it, and no more; a nested class may be called ProxyClient. */
    private static final Pattern NUMBERED_PROXY = Pattern.compile("\\$Proxy[0-9]+(?:\\$|$)");

    private static final String[] PROXIES = {
        "$$EnhancerBy", "$$FastClassBy", "$$SpringCGLIB$$", "$$KeyFactoryBy",
        "$$Lambda", "_$$_jvst", "_$$_Weld", "$HibernateProxy$",
        "$HibernateBasicProxy$", "$ByteBuddy$", "$MockitoMock$", "__EJB31_Generated__"
    };

    private Unlockable() {}

    /** Why no method of a class of this name can be locked; null where one may be. */
    public static String inClass(String binaryName) {
        if (isOfJdk(binaryName)) {
            return binaryName
                    + " is a class of the JDK, which the locks are built on; lock the method of the application"
                    + " that calls it";
        }
        return binaryName.startsWith("io.lockgraft.") ? binaryName + " is a class of Lockgraft itself" : null;
    }

    public static boolean isOfJdk(String binaryName) {
        for (String prefix : JDK) {
            if (binaryName.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * True for a name that frameworks give to classes that they make at run time, in front of another class's methods.
     */
    public static boolean isProxy(String binaryName) {
        for (String mark : PROXIES) {
            if (binaryName.contains(mark)) {
                return true;
            }
        }
        return binaryName.contains("$Proxy")
                && NUMBERED_PROXY.matcher(binaryName).find();
    }

    /** The class that a proxy of this name stands in front of; null where the name does not tell. */
    public static String behindProxy(String binaryName) {
        for (String mark : PROXIES) {
            int at = binaryName.indexOf(mark);
            if (at > 0) {
                return binaryName.substring(0, at);
            }
        }
        return null;
    }

    /** Why a method of this name can never be locked, whatever its class; null where it may be. */
    static String named(String className, String method) {
        if (method.equals("<clinit>")) {
            return "a static initialiser cannot be locked: the JVM runs it once in each process, under a lock"
                    + " of its own; name a method that it calls";
        }
        String simple = NamePattern.lastSegment(className);
        if (method.equals("<init>")
                || method.equals("new")
                || (method.equals(simple) && Character.isUpperCase(method.charAt(0)))) {
            return "a constructor cannot be locked: its object does not exist before its body has run; name the method"
                    + " that calls it";
        }
        if (method.startsWith("lambda$")) {
            return "the body of a lambda cannot be locked: its name is the compiler's and changes with every"
                    + " build; name the method that it stands in, or one that it calls";
        }
        if (method.startsWith("access$")) {
            return "'" + method + "' is the compiler's access method; name the private method that it calls";
        }
        return null;
    }

    /** Why this method cannot be locked, as the end of a sentence that begins with its name; null where it can. */
    public static String reason(TypeShape type, MethodShape method) {
        if (method.name().startsWith("<")) {
            return "is none: " + named(type.name(), method.name());
        }
        if (method.isSynthetic()) {
            return synthetic(type, method);
        }
        if (Modifier.isAbstract(method.modifiers())) {
            // Of an interface it may be that no class file implements it at all.
            String proxied = Modifier.isInterface(type.modifiers())
                    ? "; where a framework makes a proxy of it (Spring Data, MyBatis), name a method that calls it"
                    : "";
            return "is abstract, it has no body to lock; name the method of the class that implements it, or write "
                    + type.name() + "+." + method.name() + " for all of them" + proxied;
        }
        if (Modifier.isNative(method.modifiers())) {
            return "is native, it has no Java body to lock; name the Java method that calls it";
        }
        List<String> parameters = method.parameterTypes();
        if (!parameters.isEmpty()
                && parameters.get(parameters.size() - 1).equals("kotlin.coroutines.Continuation")
                && method.returnType().equals("java.lang.Object")) {
            return "is a suspend function of Kotlin: it returns at every suspension, and the lock would be gone"
                    + " before its work is done; name a method that runs it to its end (one that calls runBlocking)";
        }
        return null;
    }

    private static String synthetic(TypeShape type, MethodShape method) {
        if ((method.modifiers() & BRIDGE) == 0) {
            return "is synthetic, made by the compiler; name the method of the source that it was made for";
        }
        // Where the class has none, it inherits the method from a class that is not public.
        String real = "the method of the super class that it calls";
        for (MethodShape candidate : type.methods()) {
            if (!candidate.isSynthetic()
                    && candidate.name().equals(method.name())
                    && candidate.parameterTypes().size()
                            == method.parameterTypes().size()) {
                real = candidate + ", which it calls";
                break;
            }
        }
        return "is a bridge that the compiler made; name " + real;
    }
}
