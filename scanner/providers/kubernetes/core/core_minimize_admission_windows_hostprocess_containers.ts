import { judgeContainers } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_admission_windows_hostprocess_containers',
  title: 'Windows containers do not run as HostProcess containers',
  description:
    'Reads windowsOptions.hostProcess of each container or its pod, which runs the container as a process of the Windows node.',
  risk: 'A HostProcess container has access to the files, network and accounts of the node, up to SYSTEM. An attacker who compromises it controls the node.',
  decision:
    'Fails if hostProcess is true for a container, init container or ephemeral container. The setting of a container overrides that of its pod. Passes if it is false or not set, such as in every Linux pod. Agents that manage Windows nodes need it. They also fail and can be muted.',
  fix: manifestFix({
    text: 'Run the container without hostProcess.',
    steps: [
      'Find out what the container does on the node, and whether a volume or a Service can replace it.',
      'Remove windowsOptions.hostProcess from the securityContext of the pod and of its containers. Remove hostNetwork as well.',
    ],
    patch: { hostNetwork: false, securityContext: { windowsOptions: { hostProcess: false } } },
    terraform: { pod: 'security_context {\n  windows_options {\n    host_process = false\n  }\n}' },
  }),
  source: 'https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/',
  links: ['https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      holds: ({ host_process: isOfHost }) => !isOfHost,
      fails: 'with hostProcess enabled',
      passes: 'runs without hostProcess',
    }),
})
