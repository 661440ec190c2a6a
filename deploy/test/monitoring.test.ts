import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPromtool, makeTemporaryFolder } from '@representa/testing';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { attributeNames, type MetricName, prometheusName } from '../../libs/telemetry/src/names.ts';
import { deployFolder } from './deploy-folder.ts';

const folder = `${deployFolder}components/monitoring/`;

interface Rule {
  annotations?: { runbook_url: string };
  alert?: string;
  record?: string;
  expr: string;
}

interface Panel {
  id: number;
  title: string;
  targets?: { expr: string }[];
}

interface Case {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

const { groups } = parse(readFileSync(`${folder}alerts.yaml`, 'utf8')).spec as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => alert ?? []);
const { panels } = JSON.parse(readFileSync(`${folder}representa.json`, 'utf8')) as { panels: Panel[] };
const shown = panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);

const { httpMethod, httpRoute, httpStatus, messagingDestination, errorType } = attributeNames;

/** The labels of the metrics that alerts and dashboard use. Prometheus adds `namespace`, `job` and `instance`. */
const labelsOf: Partial<Record<MetricName, string[]>> = {
  'http.server.request.duration': [httpMethod, httpRoute, httpStatus],
  'http.server.active_requests': [],
  'messaging.client.operation.duration': [messagingDestination, errorType],
  'db.client.operation.duration': [],
  'db.client.connection.pending_requests': [],
  'db.pool.replacements': [],
  'nodejs.eventloop.delay.p99': [],
  'sales.waiting': [],
  'key_cache.lookups': ['layer', 'outcome'],
  'limiter.refusals': ['limiter', 'why'],
  'references.unfinished': ['kind', 'what'],
};

const counters = new Set<MetricName>(['db.pool.replacements', 'key_cache.lookups', 'limiter.refusals']);
const withUnderscores = (name: string): string => name.replaceAll('.', '_');

/** By their names in Prometheus, whose exporter appends `_total` to counters. */
const ownMetrics: Record<string, string[]> = Object.fromEntries(
  (Object.keys(labelsOf) as MetricName[]).map((name) => [
    `${withUnderscores(prometheusName(name))}${counters.has(name) ? '_total' : ''}`,
    (labelsOf[name] ?? []).map(withUnderscores),
  ]),
);

/** Metrics of Prometheus, kube-state-metrics, cert-manager and the External Secrets operator. */
const otherMetrics = new Set([
  'up',
  'kube_job_failed',
  'kube_job_owner',
  'kube_job_status_start_time',
  'kube_cronjob_created',
  'kube_cronjob_status_last_successful_time',
  'kube_deployment_status_replicas_unavailable',
  'kube_pod_container_status_restarts_total',
  'kube_horizontalpodautoscaler_status_current_replicas',
  'kube_horizontalpodautoscaler_spec_max_replicas',
  'certmanager_certificate_expiration_timestamp_seconds',
  'externalsecret_status_condition',
]);

const recorded = new Set(rules.flatMap(({ record }) => record ?? []));

interface Selection {
  metric: string;
  labels: string[];
}

/** The metrics that an expression reads, and the labels by which it selects. */
const selectionsIn = (expr: string): Selection[] => {
  const withoutArguments = expr.replaceAll(/, "[^"]*"/g, '');
  const withoutGroups = withoutArguments.replaceAll(/\b(by|on|group_left|ignoring) \([^)]*\)/g, '');
  return [...withoutGroups.matchAll(/([a-z][a-z0-9_:]*)(?:\{([^}]*)\})?(?![a-z0-9_:(]|\s*\()/gi)]
    .filter(([, name = '']) => /[_:]/.test(name) || name === 'up')
    .filter(
      ([whole, , inner], i, all) => inner !== undefined || !isInsideBraces(withoutGroups, all[i]?.index ?? 0, whole),
    )
    .map(([, metric = '', inner = '']) => ({
      metric,
      labels: [...inner.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label),
    }))
    .filter(({ metric }) => metric !== '__rate_interval');
};

const isInsideBraces = (text: string, index: number, _whole: string): boolean => {
  const before = text.slice(0, index);
  return before.lastIndexOf('{') > before.lastIndexOf('}') || before.lastIndexOf('[') > before.lastIndexOf(']');
};

const nameOf = (metric: string): string => metric.replace(/_(bucket|count|sum)$/, '');
const isOwn = (metric: string): boolean => metric in ownMetrics || nameOf(metric) in ownMetrics;
const exists = (metric: string): boolean => otherMetrics.has(metric) || recorded.has(metric) || isOwn(metric);

const everywhere = ['namespace', 'job', 'instance', 'le'];

describe('alerts and dashboard', () => {
  const expressions = [...rules.map(({ expr }) => expr), ...shown];

  it.each(expressions)('%s uses existing metrics', (expr) => {
    const selections = selectionsIn(expr);
    expect(selections.length + Number(expr.startsWith('vector('))).toBeGreaterThan(0);
    expect(selections.filter(({ metric }) => !exists(metric))).toEqual([]);
  });

  it.each(expressions)('%s selects by namespace, and by labels of its metrics', (expr) => {
    const own = selectionsIn(expr).filter(({ metric }) => isOwn(metric));
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    for (const { metric, labels } of own) {
      expect(labels).toContain('namespace');
      const known = [...(ownMetrics[metric] ?? ownMetrics[nameOf(metric)] ?? []), ...everywhere];
      expect(known).toEqual(expect.arrayContaining([...labels, ...grouped]));
    }
  });

  it.each(expressions)('%s selects metrics of other programs by namespace, too', (expr) => {
    const others = selectionsIn(expr).filter(({ metric }) => otherMetrics.has(metric));
    const isSelected = ({ labels }: Selection) => labels.some((label) => /^(exported_)?namespace$/.test(label));
    expect(others.filter((selection) => !isSelected(selection))).toEqual([]);
  });

  it('every metric above is on the dashboard', () => {
    const missing = Object.keys(ownMetrics).filter((name) => !shown.some((expr) => expr.includes(name)));
    expect(missing).toEqual([]);
  });

  it('panels have unique ids', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('every alert links to its section of the runbook', () => {
    const links = rules.flatMap(({ alert, annotations }) => (alert ? [[alert, annotations?.runbook_url]] : []));
    const page = 'https://git.representa.example/representa/blob/main/deploy/README.md';
    for (const [alert = '', link] of links) expect(link).toBe(`${page}#${alert.toLowerCase()}`);
  });

  it('every alert has a case in alerts.test.yml', () => {
    const { tests } = parse(readFileSync(`${deployFolder}test/alerts.test.yml`, 'utf8')) as { tests: Case[] };
    const raised = tests.flatMap(({ alert_rule_test }) =>
      alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length),
    );
    const names = new Set(raised.map(({ alertname }) => alertname));
    expect(alerts.filter((alert) => !names.has(alert))).toEqual([]);
  });

  it('the runbook explains every alert', () => {
    const runbook = readFileSync(`${deployFolder}README.md`, 'utf8');
    const sections = [...runbook.matchAll(/^### (Representa\w+)/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(alerts.toSorted());
  });
});

const withRules = async (use: (folder: string) => void): Promise<void> => {
  const folder = await makeTemporaryFolder();
  writeFileSync(join(folder, 'rules.yml'), stringify({ groups }));
  use(folder);
};

describe.runIf(hasPromtool())('Prometheus', () => {
  it('accepts the configuration of compose', () => {
    const path = `${deployFolder}observability/prometheus.yml`;
    expect(() => execFileSync('promtool', ['check', 'config', path], { stdio: 'pipe' })).not.toThrow();
  });

  it('accepts every rule', () =>
    withRules((folder) => {
      const check = () => execFileSync('promtool', ['check', 'rules', join(folder, 'rules.yml')], { stdio: 'pipe' });
      expect(check).not.toThrow();
    }));

  it(
    'raises the alerts of alerts.test.yml',
    () =>
      withRules((folder) => {
        writeFileSync(join(folder, 'tests.yml'), readFileSync(`${deployFolder}test/alerts.test.yml`));
        const test = () => execFileSync('promtool', ['test', 'rules', join(folder, 'tests.yml')], { stdio: 'pipe' });
        expect(test).not.toThrow();
      }),
    60_000,
  );
});
