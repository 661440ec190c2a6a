/** A request's target without scheme and host, which HTTP allows in any spelling. */
export const withoutOrigin = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');

/** The path of a URL that cannot be decoded as a whole, with the escapes that can be decoded. */
export const rawPathOf = (url: string): string => withoutOrigin(url).replace(/%[0-7][\da-f]/gi, decodeURIComponent);
