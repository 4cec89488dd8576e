import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_disable_anonymous_auth',
  title: 'Kubelet rejects anonymous requests',
  description:
    'Reads authentication.anonymous.enabled in the KubeletConfiguration that kubeadm has in the namespace kube-system for new nodes.',
  risk: 'The kubelet API can run commands in every container of its node. With anonymous requests, only authorization protects it.',
  decision:
    'Passes if the setting is false or not set, because the default of a configuration file is false. Fails if it is true. The configuration applies to new nodes. A node whose file, drop-ins or flags differ is not visible.',
  fix: inConfiguration(
    'Disable anonymous requests to kubelets.',
    'Edit the ConfigMap: in data.kubelet set authentication.anonymous.enabled to false.',
  ),
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['anonymous_auth'],
  judge: ({ name, anonymous_auth: isEnabled }) => {
    if (isEnabled) return fail(`${configuration(name)} allows anonymous requests.`)
    return pass(
      isEnabled === null
        ? `${configuration(name)} does not allow anonymous requests, which are disabled by default.`
        : `${configuration(name)} disables anonymous requests.`,
    )
  },
})
