#!/usr/bin/env bash
# Applies an overlay to a cluster in the order that loses no request: first everything that the processes need, then the
# migrations, and after these the processes. Stops at the first Job that fails, and prints its log.
#
#   deploy/rollout.sh production
#
# ROLLOUT_TIMEOUT_SECONDS (3900) is the longest that all Jobs may take.
set -euo pipefail

overlay=${1:?which overlay: dev or production}
manifests=$(kubectl kustomize "$(dirname "$0")/overlays/$overlay")
namespace=$(awk '/^kind: Namespace$/ { found = 1 } found && /^  name:/ { print $2; exit }' <<<"$manifests")
in_namespace=(kubectl --namespace "$namespace")
# Longer than the activeDeadlineSeconds of a migration, after which Kubernetes itself lets the Job fail.
deadline=$((SECONDS + ${ROLLOUT_TIMEOUT_SECONDS:-3900}))

# `kubectl wait --for condition=complete` would wait for a failed Job until its timeout.
wait_for_jobs() {
  local states name complete failed unfinished
  while true; do
    states=$("${in_namespace[@]}" get job --selector "$1" --output 'jsonpath={range .items[*]}{.metadata.name}|{.status.conditions[?(@.type=="Complete")].status}|{.status.conditions[?(@.type=="Failed")].status}{"\n"}{end}')
    unfinished=
    while IFS='|' read -r name complete failed; do
      if [ "$failed" = True ]; then
        echo "rollout stopped: the Job $name failed. The processes of the last release keep running. Its log:" >&2
        "${in_namespace[@]}" logs "job/$name" --all-pods --tail 50 >&2 || true
        exit 1
      fi
      if [ -n "$name" ] && [ "$complete" != True ]; then unfinished+=" $name"; fi
    done <<<"$states"
    [ -n "$unfinished" ] || return 0
    if [ "$SECONDS" -ge "$deadline" ]; then
      echo "rollout stopped: these Jobs are not finished:$unfinished" >&2
      "${in_namespace[@]}" get pods --selector "$1" >&2 || true
      exit 1
    fi
    sleep 2
  done
}

# `kubectl logs deployment/…` would show a ready pod, which is of the last release. After an undo the newest ReplicaSet need not
# be the current one: the revision tells.
print_new_pods() {
  local revision hash of_new
  "${in_namespace[@]}" get pods --selector "app.kubernetes.io/name=$1" >&2 || true
  revision=$("${in_namespace[@]}" get deployment "$1" --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}') || return 0
  hash=$("${in_namespace[@]}" get replicaset --selector "app.kubernetes.io/name=$1" \
    --output 'jsonpath={range .items[*]}{.metadata.annotations.deployment\.kubernetes\.io/revision}|{.metadata.labels.pod-template-hash}{"\n"}{end}' |
    awk -F '|' -v revision="$revision" '$1 == revision { print $2 }') || return 0
  of_new=app.kubernetes.io/name=$1,pod-template-hash=$hash
  "${in_namespace[@]}" logs --selector "$of_new" --prefix --tail 20 >&2 || true
}

# A Job cannot be changed, only replaced.
"${in_namespace[@]}" delete job --selector 'app.kubernetes.io/component in (preparation, migration, seed)' --ignore-not-found
kubectl apply --selector 'app.kubernetes.io/component!=process' --filename - <<<"$manifests"
wait_for_jobs 'app.kubernetes.io/component in (preparation, migration)'

# Services before the gateway: a new gateway may rely on what only new services answer.
kubectl apply --selector 'app.kubernetes.io/name!=gateway' --filename - <<<"$manifests"
for process in sales catalog clients gateway; do
  if [ "$process" = gateway ]; then kubectl apply --filename - <<<"$manifests"; fi
  if ! "${in_namespace[@]}" rollout status deployment "$process" --timeout 10m; then
    echo "rollout stopped: $process did not become ready. Undo it with: kubectl -n $namespace rollout undo deployment $process" >&2
    print_new_pods "$process"
    exit 1
  fi
done
wait_for_jobs 'app.kubernetes.io/component=seed'
