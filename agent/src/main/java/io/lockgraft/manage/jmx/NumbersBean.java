package io.lockgraft.manage.jmx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;

/** A bean that shows numbers as attributes and tables as operations. It changes nothing. */
abstract class NumbersBean implements DynamicMBean {
    private final String description;

    NumbersBean(String description) {
        this.description = description;
    }

    /** The attributes as they are now, by their names; the same names each time. Numbers, booleans and texts. */
    abstract Map<String, Object> attributes();

    /** The names of its tables, each an operation without a parameter. */
    String[] tables() {
        return new String[0];
    }

    /** @param name one of {@link #tables} */
    TabularData table(String name) throws OpenDataException {
        throw new IllegalArgumentException(name);
    }

    @Override
    public final MBeanInfo getMBeanInfo() {
        List<MBeanAttributeInfo> attributes = new ArrayList<>();
        for (Map.Entry<String, Object> each : attributes().entrySet()) {
            String type = each.getValue().getClass().getName();
            attributes.add(new MBeanAttributeInfo(each.getKey(), type, each.getKey(), true, false, false));
        }
        List<MBeanOperationInfo> operations = new ArrayList<>();
        for (String each : tables()) {
            operations.add(new MBeanOperationInfo(
                    each, each, new MBeanParameterInfo[0], TabularData.class.getName(), MBeanOperationInfo.INFO));
        }
        return new MBeanInfo(
                NumbersBean.class.getName(),
                description,
                attributes.toArray(new MBeanAttributeInfo[0]),
                null,
                operations.toArray(new MBeanOperationInfo[0]),
                null);
    }

    @Override
    public final Object getAttribute(String name) throws AttributeNotFoundException {
        Object value = attributes().get(name);
        if (value == null) {
            throw new AttributeNotFoundException(name);
        }
        return value;
    }

    /** All of one moment. */
    @Override
    public final AttributeList getAttributes(String[] names) {
        Map<String, Object> all = attributes();
        AttributeList found = new AttributeList();
        for (String each : names) {
            if (all.containsKey(each)) {
                found.add(new Attribute(each, all.get(each)));
            }
        }
        return found;
    }

    @Override
    public final void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
    }

    @Override
    public final AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public final Object invoke(String name, Object[] parameters, String[] signature)
            throws MBeanException, ReflectionException {
        if (!Arrays.asList(tables()).contains(name)) {
            throw new ReflectionException(new NoSuchMethodException(name));
        }
        try {
            return table(name);
        } catch (OpenDataException e) {
            throw new MBeanException(e);
        }
    }
}
