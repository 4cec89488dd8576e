import { judgeContainers } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_admission_windows_hostprocess_containers',
  title: 'Windows containers do not run as processes of their host',
  description:
    'Reads windowsOptions.hostProcess of each container, or of its pod, which runs it as a process of the Windows node itself.',
  risk: 'A HostProcess container has the files, the network and the accounts of the node, up to SYSTEM: whoever takes it over has the node.',
  decision:
    'Fails when hostProcess is true for a container, init or ephemeral container; what a container sets beats what its pod sets. Passes when it is false or not set, as in every Linux pod. Agents that manage Windows nodes need it; they fail all the same, and can be muted.',
  fix: manifestFix({
    text: 'Run the container without hostProcess.',
    steps: [
      'See what the container does on the node, and whether a volume or a Service would do.',
      'Remove windowsOptions.hostProcess from the securityContext of the pod and of its containers; hostNetwork has to go with it.',
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
      fails: 'with hostProcess set',
      passes: 'runs without hostProcess',
    }),
})
