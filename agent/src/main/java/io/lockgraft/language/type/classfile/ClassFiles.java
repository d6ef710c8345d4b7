package io.lockgraft.language.type.classfile;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.AttributeValue;
import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Reads the shape of a class from the bytes of its class file; nothing is loaded. */
public final class ClassFiles {
    private ClassFiles() {}

    /** @throws MalformedClassException where these bytes are no class file that can be read */
    public static TypeShape read(byte[] bytes) {
        if (!ClassMagic.isIn(bytes)) {
            throw new MalformedClassException("these are not the bytes of a class file", null);
        }
        // The major one: 48 is Java 1.4, 52 Java 8.
        int version = (bytes[6] & 0xFF) << 8 | (bytes[7] & 0xFF);
        try {
            Shaper shaper = new Shaper(version);
            new ClassReader(bytes).accept(shaper, ClassReader.SKIP_FRAMES);
            return shaper.shape();
        } catch (RuntimeException e) {
            throw new MalformedClassException(
                    "the class file (version " + version + ") is damaged, or newer than Lockgraft can read", e);
        }
    }

    private static String binaryName(String internalName) {
        return internalName.replace('/', '.');
    }

    private static List<String> binaryNames(String[] internalNames) {
        if (internalNames == null) {
            return Collections.emptyList();
        }
        List<String> names = new ArrayList<>();
        for (String each : internalNames) {
            names.add(binaryName(each));
        }
        return Collections.unmodifiableList(names);
    }

    /** Adds an annotation's shape, and reads its attributes into that. */
    private static AnnotationVisitor annotation(String descriptor, List<AnnotationShape> shapes) {
        Map<String, AttributeValue> values = new HashMap<>(2);
        shapes.add(new AnnotationShape(Type.getType(descriptor).getClassName(), values));
        return new AttributeReader() {
            @Override
            void add(String attribute, AttributeValue value) {
                values.put(attribute, value);
            }
        };
    }

    /** Collects what a class file says about its class. */
    private static final class Shaper extends ClassVisitor {
        private final int version;
        private final List<AnnotationShape> annotations = new ArrayList<>(0);
        private final List<MethodShape> methods = new ArrayList<>();
        private final List<FieldShape> fields = new ArrayList<>();
        private String internalName;
        private int modifiers;
        private String superName;
        private List<String> interfaceNames;
        private String signature;

        Shaper(int version) {
            super(Opcodes.ASM9);
            this.version = version;
        }

        TypeShape shape() {
            return new TypeShape(
                    binaryName(internalName),
                    modifiers,
                    version,
                    superName == null ? null : binaryName(superName),
                    interfaceNames,
                    Collections.unmodifiableList(annotations),
                    Collections.unmodifiableList(methods),
                    Collections.unmodifiableList(fields),
                    signature);
        }

        @Override
        public void visit(int v, int access, String name, String generic, String parent, String[] interfaces) {
            internalName = name;
            modifiers = access & 0xFFFF;
            signature = generic;
            superName = parent;
            interfaceNames = binaryNames(interfaces);
        }

        @Override
        public void visitInnerClass(String name, String outer, String simple, int access) {
            if (name.equals(internalName)) {
                modifiers = access & 0xFFFF;
            }
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotation(descriptor, annotations);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String generic, Object value) {
            fields.add(new FieldShape(name, Type.getType(descriptor).getClassName(), access & 0xFFFF, generic));
            return null;
        }

        /** Has read the annotations of the class: a class file has them in front of its methods. */
        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String generic, String[] exceptions) {
            ParameterNames names =
                    new ParameterNames((access & Opcodes.ACC_STATIC) != 0, Type.getArgumentTypes(descriptor));
            return new MethodVisitor(Opcodes.ASM9) {
                private final List<AnnotationShape> ofMethod = new ArrayList<>(0);
                private AttributeValue byDefault;

                @Override
                public void visitParameter(String parameter, int flags) {
                    names.declared(parameter);
                }

                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    return annotation(annotation, ofMethod);
                }

                @Override
                public AnnotationVisitor visitAnnotationDefault() {
                    return new AttributeReader() {
                        @Override
                        void add(String none, AttributeValue value) {
                            byDefault = value;
                        }
                    };
                }

                @Override
                public void visitLabel(Label label) {
                    names.label(label);
                }

                @Override
                public void visitLocalVariable(
                        String variable, String type, String signature, Label start, Label end, int slot) {
                    names.variable(variable, type, start, slot);
                }

                @Override
                public void visitEnd() {
                    methods.add(new MethodShape(
                            binaryName(internalName),
                            name,
                            descriptor,
                            access & 0xFFFF,
                            names.list(),
                            binaryNames(exceptions),
                            kept(ofMethod),
                            generic,
                            kept(annotations),
                            byDefault));
                }
            };
        }

        private static List<AnnotationShape> kept(List<AnnotationShape> shapes) {
            return shapes.isEmpty() ? Collections.<AnnotationShape>emptyList() : Collections.unmodifiableList(shapes);
        }
    }
}
