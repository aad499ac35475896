package org.temoto.task.marshal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Codec of a list of values, as an immutable copy. */
record ListCodec(Codec element) implements Codec {
  @Override
  public void write(Output out, Object value) {
    List<?> list = (List<?>) value;
    out.putInt(list.size());
    for (Object each : list) {
      element.write(out, each);
    }
  }

  @Override
  public Object read(Source in) {
    int size = in.getCount(LEAST_BYTES);
    List<Object> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(element.read(in));
    }
    return Collections.unmodifiableList(list);
  }

  @Override
  public boolean isPrepared() {
    return true;
  }

  @Override
  public Object prepare(Object value) {
    List<Object> copy = new ArrayList<>((List<?>) value);
    copy.replaceAll(element::prepare);
    return Collections.unmodifiableList(copy);
  }
}
