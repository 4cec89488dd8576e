import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_client_ca_file_set',
  title: 'Kubelets know the certificate authority of their clients',
  description:
    'Reads authentication.x509.clientCAFile in the KubeletConfiguration for new nodes: whose client certificates a kubelet accepts.',
  risk: 'Without it a kubelet accepts no client certificate, so the API server cannot show that way who it is, and is left with tokens or with anonymous requests.',
  decision:
    'Passes when the setting names a file. Fails when it is empty or not set, because the default is none. Whether the file is there on each node, and whose certificates are in it, is not seen, nor what a node sets for itself.',
  fix: inConfiguration(
    'Name the file with the cluster’s certificate authority for clients.',
    'Edit the ConfigMap: in data.kubelet set authentication.x509.clientCAFile, which kubeadm puts at /etc/kubernetes/pki/ca.crt.',
  ),
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['client_ca_file'],
  judge: ({ name, client_ca_file: file }) =>
    file === null
      ? fail(`${configuration(name)} names no certificate authority for clients.`)
      : pass(
          `${configuration(name)} names ${file.slice(0, 200)} as certificate authority for clients.`,
        ),
})
