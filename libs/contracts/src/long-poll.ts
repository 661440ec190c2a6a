/** A caller of a changes feed may wait for the next change: `/api/v1/sales/changes?espera=25`. */
export const longestWaitSeconds = 25;

/** Linear in the length of the URL: it is anchored, and the path ends at the first `?` or `#`, as it does for the router. */
const form = /^[^?#]*\/changes\?(?:[^#]*&)?espera=(\d{1,2})(?:&|$)/;

/**
 * How long a request may wait on purpose, beyond REQUEST_TIMEOUT_MS: 0 for all but those of a changes feed. Gateway and service
 * both need it: for the deadline, and because a waiting request must not take the place of one that is being worked on.
 */
export const longPollMs = ({ method, url }: { method?: string | undefined; url?: string | undefined }): number => {
  const seconds = method === 'GET' || method === 'HEAD' ? Number(form.exec(url ?? '')?.[1] ?? 0) : 0;
  return Math.min(seconds, longestWaitSeconds) * 1_000;
};
