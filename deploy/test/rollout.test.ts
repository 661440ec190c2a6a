import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '@representa/testing';
import { beforeEach, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

/** Records its arguments, answers from the file `jobs` (one line per question), and has the log of each Job. */
const fakeKubectl = `#!/bin/bash
echo "$*" >>"$FOLDER/calls"
case "$*" in
  kustomize*) printf 'kind: Namespace\\nmetadata:\\n  name: representa-test\\n' ;;
  *'get job'*) head -1 "$FOLDER/jobs" | tr ' ' '\\n'; [ $(wc -l <"$FOLDER/jobs") = 1 ] || { tail -n +2 "$FOLDER/jobs" >"$FOLDER/rest" && mv "$FOLDER/rest" "$FOLDER/jobs"; } ;;
  *'logs job/'*) echo 'sales/migrations/002-canal.sql:3: column "canal" exists' ;;
  *'get deployment'*) printf 7 ;;
  *'get replicaset'*) printf '8|undone\\n7|fresh\\n6|old\\n' ;;
  *'get pods'*) echo 'sales-fresh-1  0/1  CrashLoopBackOff' ;;
  *'logs deployment/'*) echo 'the ready pod of the last release is well' ;;
  *'logs --selector'*'pod-template-hash=fresh '*) echo '[pod/sales-fresh-1/sales] not ready: NATS' ;;
  *'rollout status'*) [ ! -e "$FOLDER/not-ready" ] ;;
  apply*) cat >/dev/null ;;
esac
`;

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  writeFileSync(join(folder, 'kubectl'), fakeKubectl);
  chmodSync(join(folder, 'kubectl'), 0o755);
});

const rollout = async (jobs: string[]) => {
  writeFileSync(join(folder, 'jobs'), jobs.map((line) => `${line}\n`).join(''));
  const env = { FOLDER: folder, PATH: `${folder}:/usr/bin:/bin`, ROLLOUT_TIMEOUT_SECONDS: '3' };
  const run = promisify(execFile)(`${deployFolder}rollout.sh`, ['dev'], { env, timeout: 15_000 });
  const { stderr, code } = await run.then(
    ({ stderr }) => ({ stderr, code: 0 }),
    (error: { stderr: string; code: number }) => error,
  );
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return { stderr, code, calls, applied: calls.filter((call) => call.startsWith('apply')) };
};

it('waits for the migrations, then applies the services, and then the gateway', async () => {
  const { code, applied, calls } = await rollout([
    'sales-migrate|| clients-migrate|True|',
    'sales-migrate|True| clients-migrate|True|',
  ]);
  expect(code).toBe(0);
  expect(applied).toEqual([
    'apply --selector app.kubernetes.io/component!=process --filename -',
    'apply --selector app.kubernetes.io/name!=gateway --filename -',
    'apply --filename -',
  ]);
  const waits = calls.filter((call) => call.includes('rollout status'));
  expect(waits.map((call) => /deployment (\w+)/.exec(call)?.[1])).toEqual(['sales', 'catalog', 'clients', 'gateway']);
  expect(calls.indexOf('apply --filename -')).toBeGreaterThan(calls.indexOf(waits[2] as string));
});

it('stops at once when a Job has failed, prints its log, and starts no new process', async () => {
  const { code, applied, stderr } = await rollout(['clients-migrate|| sales-migrate||True']);
  expect(code).toBe(1);
  expect(applied).toHaveLength(1);
  expect(stderr).toMatch(/the Job sales-migrate failed/);
  expect(stderr).toMatch(/002-canal\.sql:3: column "canal" exists/);
});

it('stops after its deadline, and names the Jobs that are not finished', async () => {
  const { code, applied, stderr } = await rollout(['sales-migrate|| clients-migrate|True|']);
  expect(code).toBe(1);
  expect(applied).toHaveLength(1);
  expect(stderr).toMatch(/not finished: sales-migrate$/m);
});

it('stops when a process does not become ready, and prints the pods of the new release', async () => {
  writeFileSync(join(folder, 'not-ready'), '');
  const { code, stderr } = await rollout(['sales-migrate|True|']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/sales did not become ready.*rollout undo/);
  expect(stderr).toMatch(/sales-fresh-1 .*CrashLoopBackOff/);
  expect(stderr).toMatch(/\[pod\/sales-fresh-1\/sales\] not ready: NATS/);
  expect(stderr).not.toMatch(/the last release is well/);
});
