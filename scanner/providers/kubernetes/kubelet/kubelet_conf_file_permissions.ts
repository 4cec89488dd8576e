import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_conf_file_permissions',
  title: 'Kubelet kubeconfig file has mode 600 or stricter',
  description:
    'Lists each Linux node, on which the mode of /etc/kubernetes/kubelet.conf must be checked. The kubelet uses this file to connect and authenticate to the API server.',
  risk: 'Users with write access to the file can point the kubelet to another API server. Users with read access can find node credentials in it.',
  decision:
    'MANUAL for every Linux node, because no API shows the mode of a file. The expected mode is 600 or stricter. Windows nodes and virtual nodes, such as those of Fargate, give no finding. The path is the kubeadm default. In other clusters, the --kubeconfig flag of the kubelet shows the path.',
  fix: 'Allow only root to read and write the kubelet’s kubeconfig file.',
  steps: [
    'On the node, check the mode: stat -c %a /etc/kubernetes/kubelet.conf.',
    'If the mode is less strict than 600, run chmod 600 /etc/kubernetes/kubelet.conf.',
  ],
  what: 'the mode of the kubelet kubeconfig file',
  command: 'stat -c %a /etc/kubernetes/kubelet.conf',
  expected: '600 or stricter',
})
