/** A company has few keys, so that a list needs no second page. */
export const mostKeys = 100;

/** The most keys of a company that the operator sees. They include keys that are no longer valid. */
export const mostListed = 1_000;
