import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_service_file_ownership_root',
  title: 'Service files of the kubelet belong to root',
  description:
    'Names each Linux node, where the owners of the files have to be looked up by which systemd starts the kubelet: its unit and the drop-ins, such as 10-kubeadm.conf.',
  risk: 'What these files name is started as root: who owns one of them becomes root of the node when the kubelet is started again.',
  decision:
    'MANUAL for every Linux node, because owners of files have to be seen there. Windows nodes and virtual ones, such as those of Fargate, get no verdict. Where something other than systemd starts the kubelet, see to its files instead.',
  fix: 'Make root and its group the owners of the kubelet’s unit and its drop-ins.',
  steps: [
    'On the node, see which files there are: systemctl cat kubelet names each above its content.',
    'See who owns each of them with stat -c %U:%G, and run chown root:root for those of others.',
  ],
  what: 'who owns the service files of the kubelet',
  command: 'stat -c "%U:%G %n" $(systemctl show -p FragmentPath,DropInPaths --value kubelet)',
  expected: 'root:root before each file',
})
