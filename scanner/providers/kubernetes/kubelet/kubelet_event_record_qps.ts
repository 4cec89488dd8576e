import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_event_record_qps',
  title: 'Kubelet limits the rate of events',
  description:
    'Reads eventRecordQPS in the KubeletConfiguration for new nodes, the number of events that a kubelet can create per second.',
  risk: 'Without a limit, a pod that fails repeatedly can flood the API server and etcd with events and hide events of an attack.',
  decision:
    'Passes if the number is above 0 or not set, because the default is 50 (5 before Kubernetes 1.27). Fails for 0, which the documentation defines as no limit. Kubelets from 1.37 on apply no limit, and older ones apply 5. MANUAL for a negative number, which is not allowed. Whether the limit fits your nodes is not evaluated: a limit that is too low drops events. Only the ConfigMap for new nodes is read.',
  fix: inConfiguration(
    'Set an event limit for kubelets that is high enough for normal operation.',
    'Edit the ConfigMap: in data.kubelet set eventRecordQPS to 50, or remove it, and make sure that eventBurst is higher.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['event_record_qps'],
  judge: ({ name, event_record_qps: limit }) => {
    if (limit === null)
      return pass(
        `${configuration(name)} does not set eventRecordQPS, so the default event limit applies.`,
      )
    if (limit < 0)
      return manual(
        `${configuration(name)} sets eventRecordQPS to ${limit}, which is not allowed. Check how kubelets handle it.`,
      )
    return limit === 0
      ? fail(
          `${configuration(name)} sets eventRecordQPS to 0, which means unlimited for kubelets from 1.37 on and 5 for older ones.`,
        )
      : pass(`${configuration(name)} limits events to ${limit} per second.`)
  },
})
