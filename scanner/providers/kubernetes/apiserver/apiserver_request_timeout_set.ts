import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_request_timeout_set',
  title: 'Requests to the API server end after a while',
  description:
    'Reads --request-timeout, the time after which the API server gives up a request that is not a watch or another long-running one.',
  risk: 'With a very long time out slow or stuck requests pile up and occupy the API server, which then serves nobody: an easy way to stop a cluster.',
  decision:
    'Passes when the time is above 0 and 5 minutes at most, and when the flag is not given, as it is then 1 minute. Fails when it is 0 or longer than 5 minutes.',
  fix: {
    text: 'Start the API server with --request-timeout between 1 and 5 minutes, or without it for the default of 1 minute.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --request-timeout=1m0s, or remove the flag.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  over: 'servers',
  needs: ['request_timeout'],
  judge: ({ name, request_timeout: seconds }) => {
    if (seconds === null) return pass(`${name} gives requests 60 seconds, which is the default.`)
    if (seconds === 0) return fail(`${name} gives requests no time: --request-timeout is 0.`)
    return seconds <= 300
      ? pass(`${name} gives requests ${seconds} seconds.`)
      : fail(`${name} gives requests ${seconds} seconds, which is more than 300.`)
  },
})
