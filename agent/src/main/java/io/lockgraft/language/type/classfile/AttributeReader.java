package io.lockgraft.language.type.classfile;

import io.lockgraft.language.type.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Reads what a class file says in an annotation, in an array of one, or as the default of an attribute. */
abstract class AttributeReader extends AnnotationVisitor {
    AttributeReader() {
        super(Opcodes.ASM9);
    }

    /** @param attribute null for a default and for the elements of an array */
    abstract void add(String attribute, AttributeValue value);

    @Override
    public final void visit(String attribute, Object value) {
        add(attribute, AttributeValue.of(value instanceof Type ? ((Type) value).getClassName() : value));
    }

    @Override
    public final void visitEnum(String attribute, String type, String constant) {
        add(attribute, AttributeValue.of(constant));
    }

    @Override
    public final AnnotationVisitor visitAnnotation(String attribute, String type) {
        add(attribute, AttributeValue.ANNOTATION);
        return null;
    }

    @Override
    public final AnnotationVisitor visitArray(String attribute) {
        AttributeReader whole = this;
        return new AttributeReader() {
            private final List<AttributeValue> elements = new ArrayList<>(1);

            @Override
            void add(String none, AttributeValue element) {
                elements.add(element);
            }

            @Override
            public void visitEnd() {
                whole.add(attribute, AttributeValue.of(elements.toArray()));
            }
        };
    }
}
