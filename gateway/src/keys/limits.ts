/** A company has few keys, so that a list needs no second page. */
export const mostKeys = 100;

/** Of a company's keys for the operator, who also sees those that are no longer valid. */
export const mostListed = 1_000;
