import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_disable_anonymous_auth',
  title: 'Kubelets refuse anonymous requests',
  description:
    'Reads authentication.anonymous.enabled in the KubeletConfiguration that kubeadm has in the namespace kube-system for new nodes.',
  risk: 'The API of a kubelet runs commands in every container of its node. With anonymous requests only its authorization stands between the network and that.',
  decision:
    'Passes when the setting is false, and when it is not set, because the default of a configuration file is false. Fails when it is true. The configuration is what new nodes get; a node whose file, drop-ins or flags say otherwise is not seen.',
  fix: inConfiguration(
    'Turn off anonymous requests to kubelets.',
    'Edit the ConfigMap: in data.kubelet set authentication.anonymous.enabled to false.',
  ),
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['anonymous_auth'],
  judge: ({ name, anonymous_auth: isEnabled }) => {
    if (isEnabled) return fail(`${configuration(name)} lets anonymous requests in.`)
    return pass(
      isEnabled === null
        ? `${configuration(name)} leaves anonymous requests at their default, which is to refuse them.`
        : `${configuration(name)} refuses anonymous requests.`,
    )
  },
})
