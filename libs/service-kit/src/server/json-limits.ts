const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

export interface JsonLimits {
  /** How deep lists and objects may be nested. */
  depth: number;
  /** Of lists, objects and what they contain. */
  values: number;
}

const endOfString = (json: Buffer, start: number): number => {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
};

/**
 * Parsing 1 MiB of brackets, or of small objects, would block the event loop for a third of a second. This scan takes 3 ms for
 * 1 MiB, and a microsecond for an ordinary body.
 */
export const exceeds = (
  { depth: maxDepth, values: maxValues }: JsonLimits,
  json: Buffer,
): keyof JsonLimits | undefined => {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma) values += 1;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      values += 1;
    } else if (byte === closeList || byte === closeObject) depth -= 1;
    if (depth > maxDepth) return 'depth';
    if (values > maxValues) return 'values';
  }
  return undefined;
};
