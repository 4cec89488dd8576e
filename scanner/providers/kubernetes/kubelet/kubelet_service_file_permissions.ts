import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_service_file_permissions',
  title: 'Service files of the kubelet are writable by root alone',
  description:
    'Names each Linux node, where the modes of the files have to be looked up by which systemd starts the kubelet: its unit and the drop-ins, such as 10-kubeadm.conf.',
  risk: 'A user of the node who may write one of these files has systemd run his program as root in place of the kubelet.',
  decision:
    'MANUAL for every Linux node, as modes of files have to be seen there; 600 or stricter is right. Windows nodes and virtual ones, such as those of Fargate, get no verdict. Where something other than systemd starts the kubelet, see to its files instead.',
  fix: 'Let only root read and write the kubelet’s unit and its drop-ins.',
  steps: [
    'On the node, see which files there are: systemctl cat kubelet names each above its content.',
    'See the mode of each with stat -c %a, run chmod 600 for those that have more, then systemctl daemon-reload.',
  ],
  what: 'who may write the service files of the kubelet',
  command: 'stat -c "%a %n" $(systemctl show -p FragmentPath,DropInPaths --value kubelet)',
  expected: '600 or stricter before each file',
})
