import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_client_ca_file_set',
  title: 'Kubelet has a client CA configured',
  description:
    'Reads authentication.x509.clientCAFile in the KubeletConfiguration for new nodes, the CA of client certificates that a kubelet accepts.',
  risk: 'Without it, a kubelet accepts no client certificates. The API server must then use tokens or anonymous requests.',
  decision:
    'Passes if the setting names a file. Fails if it is empty or not set, because there is no default. Whether the file exists on each node, which certificates it contains and the settings of single nodes are not visible.',
  fix: inConfiguration(
    'Set clientCAFile to the file with the client CA of the cluster.',
    'Edit the ConfigMap: in data.kubelet set authentication.x509.clientCAFile, which is /etc/kubernetes/pki/ca.crt with kubeadm.',
  ),
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['client_ca_file'],
  judge: ({ name, client_ca_file: file }) =>
    file === null
      ? fail(`${configuration(name)} does not set clientCAFile.`)
      : pass(`${configuration(name)} sets clientCAFile to ${file.slice(0, 200)}.`),
})
