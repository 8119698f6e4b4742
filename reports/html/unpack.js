// The data of the page as reports/pack.cpp has packed it: each value once.
"use strict";

function unpack({ shapes, values, root }) {
  const get = (i) => {
    const value = values[i];
    if (!Array.isArray(value)) return value;
    const kind = value[0];
    if (kind === -2) return value.slice(1);
    if (kind === -1) {
      const list = new Array(value.length - 1);
      for (let k = 1; k < value.length; ++k) list[k - 1] = get(value[k]);
      return list;
    }
    const object = {};
    const names = shapes[kind];
    for (let k = 0; k < names.length; ++k) object[names[k]] = get(value[k + 1]);
    return object;
  };
  return get(root);
}
