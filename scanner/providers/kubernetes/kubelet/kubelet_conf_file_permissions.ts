import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_conf_file_permissions',
  title: 'Kubeconfig of the kubelet is readable by root alone',
  description:
    'Names each Linux node, where the mode of /etc/kubernetes/kubelet.conf has to be looked up: the file by which the kubelet finds the API server and signs in.',
  risk: 'Who may write the file sends the kubelet to another API server; who may read it can find credentials of the node in it.',
  decision:
    'MANUAL for every Linux node, as the mode of a file is shown by no API; 600 or stricter is right. Windows nodes and virtual ones, such as those of Fargate, get no verdict. The path is that of kubeadm; the flag --kubeconfig of the kubelet says where others have it.',
  fix: 'Let only root read and write the kubelet’s kubeconfig.',
  steps: [
    'On the node, see its mode: stat -c %a /etc/kubernetes/kubelet.conf.',
    'If it is more than 600, run chmod 600 /etc/kubernetes/kubelet.conf.',
  ],
  what: 'who may read and write the kubeconfig of the kubelet',
  command: 'stat -c %a /etc/kubernetes/kubelet.conf',
  expected: '600 or stricter',
})
