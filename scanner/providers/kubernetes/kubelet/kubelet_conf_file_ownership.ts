import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_conf_file_ownership',
  title: 'Kubeconfig of the kubelet belongs to root',
  description:
    'Names each Linux node, where the owner of /etc/kubernetes/kubelet.conf has to be looked up: the file by which the kubelet finds the API server and signs in.',
  risk: 'Whoever owns the file can send the kubelet to another API server, which then decides what runs on the node.',
  decision:
    'MANUAL for every Linux node, because no API shows who owns a file. Windows nodes and virtual ones, such as those of Fargate, have no such file, and get no verdict. The path is that of kubeadm; the flag --kubeconfig of the kubelet says where others have it.',
  fix: 'Make root and its group the owners of the kubelet’s kubeconfig.',
  steps: [
    'On the node, see who owns it: stat -c %U:%G /etc/kubernetes/kubelet.conf.',
    'If it is not root:root, run chown root:root /etc/kubernetes/kubelet.conf.',
  ],
  what: 'who owns the kubeconfig of the kubelet',
  command: 'stat -c %U:%G /etc/kubernetes/kubelet.conf',
  expected: 'root:root',
})
