/** A problem that the user can fix. The message is one sentence that says how; it is shown without a stack trace. */
export class StackProblem extends Error {
  override readonly name = 'StackProblem';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
