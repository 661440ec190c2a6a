import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { deployFolder } from './overlays.ts';

const folder = `${deployFolder}components/monitoring/`;

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
}

interface Panel {
  id: number;
  title: string;
  targets?: { expr: string }[];
}

const { groups } = parse(readFileSync(`${folder}alerts.yaml`, 'utf8')).spec as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => alert ?? []);
const { panels } = JSON.parse(readFileSync(`${folder}representa.json`, 'utf8')) as { panels: Panel[] };
const shown = panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);

/** The metrics of the processes (libs/telemetry) with their labels. Prometheus adds `job` and `instance`. */
const ownMetrics: Record<string, string[]> = {
  http_server_request_duration_seconds: ['process', 'route', 'method', 'status'],
  nats_operation_duration_seconds: ['process', 'subject', 'side', 'outcome'],
  db_query_duration_seconds: ['process'],
  db_pool_waiting: [],
  sales_waiting: [],
  key_cache_lookups_total: ['layer', 'outcome'],
  event_loop_delay_seconds: ['quantile'],
  process_in_flight_requests: [],
  overload_refusals_total: [],
  references_unfinished: ['kind', 'what'],
};

/** Metrics of Prometheus and kube-state-metrics. */
const otherMetrics = new Set([
  'up',
  'kube_job_failed',
  'kube_pod_container_status_restarts_total',
  'kube_horizontalpodautoscaler_status_current_replicas',
  'kube_horizontalpodautoscaler_spec_max_replicas',
]);

const histogram = /_(bucket|count|sum)$/;
const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/([a-z_]+)(?=\{|\[|\)|$| >| ==)/g)]
    .map(([name]) => name)
    .filter((name) => name.includes('_') || name === 'up');

const exists = (name: string): boolean =>
  otherMetrics.has(name) || name in ownMetrics || name.replace(histogram, '') in ownMetrics;

describe('alerts and dashboard', () => {
  it.each([...rules.map(({ expr }) => expr), ...shown])('%s uses existing metrics', (expr) => {
    const recorded = rules.flatMap(({ record }) => record ?? []);
    const asked = metricsIn(recorded.reduce((rest, name) => rest.replaceAll(name, ''), expr)).filter(
      (name) => !/^(histogram_quantile|rate_interval|__rate_interval)$/.test(name),
    );
    expect(asked.filter((name) => !exists(name))).toEqual([]);
  });

  it('every metric is on the dashboard', () => {
    const missing = Object.keys(ownMetrics).filter((name) => !shown.some((expr) => expr.includes(name)));
    expect(missing).toEqual([]);
  });

  it.each(shown)('%s uses labels of its metric', (expr) => {
    const metric = Object.keys(ownMetrics).find((name) => expr.includes(name)) ?? '';
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    const filtered = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').flatMap((one) => /^(\w+)/.exec(one)?.[1] ?? []),
    );
    expect([...(ownMetrics[metric] ?? []), 'le', 'job', 'instance']).toEqual(
      expect.arrayContaining([...grouped, ...filtered]),
    );
  });

  it('panels have unique ids', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('the runbook explains every alert', () => {
    const runbook = readFileSync(`${deployFolder}README.md`, 'utf8');
    const sections = [...runbook.matchAll(/^### (Representa\w+)/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(alerts.toSorted());
  });
});

const promtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!promtool)('Prometheus accepts every rule', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    writeFileSync(join(temporary, 'rules.yml'), stringify({ groups }));
    expect(() =>
      execFileSync('promtool', ['check', 'rules', join(temporary, 'rules.yml')], { stdio: 'pipe' }),
    ).not.toThrow();
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
