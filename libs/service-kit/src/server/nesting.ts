const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

const endOfString = (json: Buffer, start: number): number => {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
};

/**
 * Are lists and objects nested deeper than this? Parsing half a million brackets would block the event loop for a third of
 * a second. This scan takes 3 ms for 1 MiB, and a microsecond for an ordinary body.
 */
export const isNestedDeeperThan = (most: number, json: Buffer): boolean => {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === openList || byte === openObject) depth += 1;
    else if (byte === closeList || byte === closeObject) depth -= 1;
    if (depth > most) return true;
  }
  return false;
};
