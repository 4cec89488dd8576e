import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_event_record_qps',
  title: 'Kubelets have a limit for the events they record',
  description:
    'Reads eventRecordQPS in the KubeletConfiguration for new nodes: how many events a kubelet may create in a second.',
  risk: 'Without a limit one pod that fails again and again fills the API server and etcd with events, and those that tell of an attack are lost among them.',
  decision:
    'Passes when the number is above 0, and when it is not set: the default is 50, before Kubernetes 1.27 it was 5. Fails for 0, which the documentation calls no limit: kubelets from 1.37 on take it so, older ones take 5 for it. A negative number is not allowed, and left to people as MANUAL. How many events your nodes need is for you to say: a limit that is too low drops some. Only the ConfigMap for new nodes is read.',
  fix: inConfiguration(
    'Give the events of kubelets a limit that is high enough for normal operation.',
    'Edit the ConfigMap: in data.kubelet set eventRecordQPS to 50, or remove it, and see that eventBurst is higher.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['event_record_qps'],
  judge: ({ name, event_record_qps: limit }) => {
    if (limit === null)
      return pass(`${configuration(name)} leaves the limit of events at its default.`)
    if (limit < 0)
      return manual(
        `${configuration(name)} sets eventRecordQPS to ${limit}; see what kubelets make of it.`,
      )
    return limit === 0
      ? fail(
          `${configuration(name)} sets eventRecordQPS to 0: no limit for kubelets from 1.37 on, 5 for older ones.`,
        )
      : pass(`${configuration(name)} limits events to ${limit} in a second.`)
  },
})
