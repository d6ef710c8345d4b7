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
final class NumbersBean implements DynamicMBean {
    private final BeanNumbers numbers;
    private final MBeanInfo info;

    NumbersBean(String description, BeanNumbers numbers) {
        this.numbers = numbers;
        List<MBeanAttributeInfo> attributes = new ArrayList<>();
        for (Map.Entry<String, Object> each : numbers.attributes().entrySet()) {
            String type = each.getValue().getClass().getName();
            attributes.add(new MBeanAttributeInfo(each.getKey(), type, each.getKey(), true, false, false));
        }
        List<MBeanOperationInfo> operations = new ArrayList<>();
        for (String each : numbers.tables()) {
            operations.add(new MBeanOperationInfo(
                    each, each, new MBeanParameterInfo[0], TabularData.class.getName(), MBeanOperationInfo.INFO));
        }
        this.info = new MBeanInfo(
                NumbersBean.class.getName(),
                description,
                attributes.toArray(new MBeanAttributeInfo[0]),
                null,
                operations.toArray(new MBeanOperationInfo[0]),
                null);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        Object value = numbers.attributes().get(name);
        if (value == null) {
            throw new AttributeNotFoundException(name);
        }
        return value;
    }

    /** All of one moment. */
    @Override
    public AttributeList getAttributes(String[] names) {
        Map<String, Object> all = numbers.attributes();
        AttributeList found = new AttributeList();
        for (String each : names) {
            if (all.containsKey(each)) {
                found.add(new Attribute(each, all.get(each)));
            }
        }
        return found;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String name, Object[] parameters, String[] signature)
            throws MBeanException, ReflectionException {
        if (!Arrays.asList(numbers.tables()).contains(name)) {
            throw new ReflectionException(new NoSuchMethodException(name));
        }
        try {
            return numbers.table(name);
        } catch (OpenDataException e) {
            throw new MBeanException(e);
        }
    }
}
