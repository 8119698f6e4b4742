// The data of the page: base64 of a deflated text (RFC 1951), which is JSON as reports/pack.cpp has packed it, with
// each value once. The browser's own DecompressionStream would answer only later, and not every browser has it.
"use strict";

const kLengths = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const kLengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const kDistances = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const kLengthsOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// For a Huffman code: the symbol for each next `width` bits, and how many of them it takes.
function codeTable(lengths) {
  const width = Math.max(1, ...lengths), table = new Uint16Array(1 << width), next = [];
  for (let length = 1, code = 0; length <= width; ++length) {
    next[length] = code;
    code = (code + lengths.filter((one) => one === length).length) << 1;
  }
  lengths.forEach((length, symbol) => {
    if (!length) return;
    let reversed = 0;
    for (let code = next[length]++, k = 0; k < length; ++k, code >>= 1) reversed = (reversed << 1) | (code & 1);
    for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length;
  });
  return { table, width };
}

class Inflater {
  constructor(input, size) {
    Object.assign(this, { input, out: new Uint8Array(size), at: 0, bits: 0, count: 0, done: 0 });
  }
  need(n) { for (; this.count < n; this.count += 8) this.bits |= this.input[this.at++] << this.count; }
  take(n) {
    this.need(n);
    const value = this.bits & ((1 << n) - 1);
    this.bits >>>= n;
    this.count -= n;
    return value;
  }
  symbol({ table, width }) {
    this.need(width);
    const entry = table[this.bits & (table.length - 1)];
    this.bits >>>= entry & 15;
    this.count -= entry & 15;
    return entry >> 4;
  }
  stored() {
    this.at -= this.count >> 3;
    this.bits = this.count = 0;
    const length = this.input[this.at] | (this.input[this.at + 1] << 8);
    this.out.set(this.input.subarray(this.at + 4, this.at + 4 + length), this.done);
    this.at += 4 + length;
    this.done += length;
  }
  codes() {
    const literals = this.take(5) + 257, distances = this.take(5) + 1, given = this.take(4) + 4, own = new Array(19).fill(0);
    for (let i = 0; i < given; ++i) own[kLengthsOrder[i]] = this.take(3);
    const table = codeTable(own), lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(table);
      if (symbol < 16) { lengths.push(symbol); continue; }
      const before = symbol === 16 ? lengths[lengths.length - 1] : 0;
      for (let n = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7); n > 0; --n) lengths.push(before);
    }
    return [codeTable(lengths.slice(0, literals)), codeTable(lengths.slice(literals))];
  }
  fixedCodes() {
    const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
    return [codeTable(lengths), codeTable(new Array(30).fill(5))];
  }
  block([literals, distances]) {
    const { out } = this;
    for (;;) {
      if (this.at > this.input.length + 4) throw new Error("This file is not whole.");
      const symbol = this.symbol(literals);
      if (symbol < 256) { out[this.done++] = symbol; continue; }
      if (symbol === 256) return;
      let length = kLengths[symbol - 257] + this.take(kLengthBits[symbol - 257]);
      const place = this.symbol(distances);
      let from = this.done - kDistances[place] - this.take(place < 2 ? 0 : (place >> 1) - 1);
      while (length-- > 0) out[this.done++] = out[from++];
    }
  }
  all() {
    for (let last = 0; !last;) {
      last = this.take(1);
      const kind = this.take(2);
      if (kind === 0) this.stored();
      else this.block(kind === 1 ? this.fixedCodes() : this.codes());
    }
    return this.out;
  }
}

function readData(node) {
  const text = atob(node.textContent), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return new TextDecoder().decode(new Inflater(bytes, Number(node.dataset.size)).all());
}

// A value that occurs several times is one object in all its places: no code changes it.
function unpack({ shapes, values, root }) {
  const made = new Array(values.length);
  const get = (i) => (made[i] === undefined ? (made[i] = make(values[i])) : made[i]);
  const make = (value) => {
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
