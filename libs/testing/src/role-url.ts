/** The address at which one role, and no administrator, reaches a database. */
export const roleUrl = (
  { url, rolePasswords }: { url: string; rolePasswords: Record<string, string> },
  role: string,
): string => {
  const result = new URL(url);
  result.username = role;
  result.password = rolePasswords[role] ?? '';
  return result.href;
};
