import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_conf_file_ownership',
  title: 'Kubelet kubeconfig file is owned by root',
  description:
    'Lists each Linux node, on which the owner of /etc/kubernetes/kubelet.conf must be checked. The kubelet uses this file to connect and authenticate to the API server.',
  risk: 'The owner of the file can point the kubelet to another API server, which then controls what runs on the node.',
  decision:
    'MANUAL for every Linux node, because no API shows the owner of a file. Windows nodes and virtual nodes, such as those of Fargate, do not have this file and give no finding. The path is the kubeadm default. In other clusters, the --kubeconfig flag of the kubelet shows the path.',
  fix: 'Make root the owner and group of the kubelet’s kubeconfig file.',
  steps: [
    'On the node, check the owner: stat -c %U:%G /etc/kubernetes/kubelet.conf.',
    'If it is not root:root, run chown root:root /etc/kubernetes/kubelet.conf.',
  ],
  what: 'the owner of the kubelet kubeconfig file',
  command: 'stat -c %U:%G /etc/kubernetes/kubelet.conf',
  expected: 'root:root',
})
