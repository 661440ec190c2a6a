import type { ProcessName } from '@representa/contracts';
import type { Sql } from 'postgres';

/** One statement as it really ran, also inside functions and foreign-key checks. */
export interface ExplainedStatement {
  query: string;
  /** Rows and index entries that its scans read, also those that a filter dropped. */
  rowsRead: number;
  buffers: number;
  sequentialScans: string[];
  /** Its nodes, a line each. */
  plan: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** From now on each new connection of the role sends the actual plan of every statement as a notice. */
export const explainStatements = async (admin: Sql, role: ProcessName): Promise<void> => {
  const [{ name }] = await admin<[{ name: string }]>`select current_database() as name`;
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': 0,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [setting, value] of Object.entries(settings)) {
    await admin.unsafe(`alter role ${role} in database ${name} set ${setting} = '${value}'`);
  }
};

/** Undefined for any other notice. */
export const readExplained = (message: string): ExplainedStatement | undefined => {
  const start = message.indexOf('{');
  if (!/^duration: .* plan:/.test(message) || start < 0) return undefined;
  const { 'Query Text': query, Plan: plan } = JSON.parse(message.slice(start)) as {
    'Query Text': string;
    Plan: PlanNode;
  };
  const scans = nodesOf(plan).filter(({ 'Node Type': type }) => tableScans.has(type));
  return {
    query: query.replace(/\s+/g, ' ').trim(),
    rowsRead: Math.round(scans.reduce((sum, scan) => sum + rowsOf(scan), 0)),
    // A statement without scans calls a function, whose own statements are explained, too. What is left are lookups in the catalog,
    // of which the first call of a function needs many.
    buffers: scans.length === 0 ? 0 : (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    sequentialScans: scans.flatMap((scan) => (scan['Node Type'] === 'Seq Scan' ? (scan['Relation Name'] ?? []) : [])),
    plan: linesOf(plan).join('\n'),
  };
};

const tableScans = new Set([
  'Seq Scan',
  'Index Scan',
  'Index Only Scan',
  'Bitmap Heap Scan',
  'Bitmap Index Scan',
  'Tid Scan',
]);

const linesOf = (node: PlanNode, indent = ''): string[] => [
  `${indent}${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''} ${rowsOf(node)} rows`,
  ...(node.Plans ?? []).flatMap((child) => linesOf(child, `${indent}  `)),
];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsOf = (node: PlanNode): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));

/** How records are spread over companies, and what the planner knows of it. */
export interface TableState {
  name: string;
  /** Company 1 has these records; further companies have so many each. */
  records: number;
  otherCompanies: number;
  otherRecords: number;
  /** When statistics are taken. With `while small` and `never`, all plans are cached before the fill. */
  analyzed: 'after the fill' | 'while empty' | 'while small' | 'never';
  /** The state's number, from which `listPlans` turns through the forms of a list. */
  turn: number;
}

const ordinary = {
  records: 5_000,
  otherCompanies: 0,
  otherRecords: 0,
  analyzed: 'after the fill',
} as const;

const states: Omit<TableState, 'turn'>[] = [
  { ...ordinary, name: 'one company has everything' },
  { ...ordinary, name: 'a giant among 300 dwarfs', otherCompanies: 300, otherRecords: 10 },
  { ...ordinary, name: '3,000 companies', records: 5, otherCompanies: 2_999, otherRecords: 2 },
  { ...ordinary, name: 'statistics of empty tables', analyzed: 'while empty' },
  { ...ordinary, name: 'statistics of small tables', analyzed: 'while small' },
  { ...ordinary, name: 'never analyzed', analyzed: 'never' },
];

export const tableStates: TableState[] = states.map((state, turn) => ({ ...state, turn }));

/** `(e, n)`: company and number of each record of a state, for `insert … select`. */
export const recordsOf = ({ records, otherCompanies, otherRecords }: TableState): string => `(
  select 1 as e, n from generate_series(1, ${records}) n
  union all
  select e, n from generate_series(2, ${otherCompanies + 1}) e, generate_series(1, ${otherRecords}) n
) record`;

/** The id of company, client … number `n` as text; `kind` keeps the numbers of several kinds apart. */
export const numberedId = (kind: number, n: number | string): string =>
  typeof n === 'number'
    ? `0189000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    : `('0189000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
