import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const plans = ['RUNTIME_MONITORING', 'EKS_RUNTIME_MONITORING']

export default check({
  id: 'guardduty_eks_runtime_monitoring_enabled',
  title: 'GuardDuty watches what runs on nodes of EKS',
  description:
    'Reads whether the detector of each region watches processes, files and connections while they run: by Runtime Monitoring, or by the older plan for EKS alone.',
  risk: 'A process that breaks out of its container leaves no trace in any log of the control plane.',
  decision:
    'Fails when neither RUNTIME_MONITORING nor EKS_RUNTIME_MONITORING is enabled. Passes when one is, with EKS_ADDON_MANAGEMENT enabled, by which GuardDuty installs its agent. MANUAL when one is without that, since an agent installed by hand is not seen. A region is not judged where GuardDuty is off or suspended, nor where it offers neither plan.',
  fix: {
    text: 'Turn on Runtime Monitoring of GuardDuty, and let it manage the agent on clusters of EKS.',
    console: [
      'Open Amazon GuardDuty in the region, and choose Runtime Monitoring.',
      'Choose Enable, and confirm; where an administrator of the organisation manages GuardDuty, only it can do that.',
      'Under Automated agent configuration, choose Enable for Amazon EKS.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"RUNTIME_MONITORING","Status":"ENABLED","AdditionalConfiguration":[{"Name":"EKS_ADDON_MANAGEMENT","Status":"ENABLED"}]}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "runtime" {
  detector_id = aws_guardduty_detector.this.id
  name        = "RUNTIME_MONITORING"
  status      = "ENABLED"

  additional_configuration {
    name   = "EKS_ADDON_MANAGEMENT"
    status = "ENABLED"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/runtime-monitoring.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) => {
    if (!detector?.enabled) return []
    const { features } = detector
    const offered = plans.filter((plan) => Object.hasOwn(features, plan))
    if (offered.length === 0) return []
    const on = offered.filter((plan) => features[plan])
    if (on.length === 0) {
      return fail(`GuardDuty does not watch what runs on the nodes of clusters in ${name}.`)
    }
    return on.some((plan) => features[`${plan} EKS_ADDON_MANAGEMENT`])
      ? pass(`GuardDuty watches the nodes of clusters in ${name}, and manages its agent there.`)
      : manual(
          `GuardDuty would watch the nodes of clusters in ${name}, but does not manage its agent: look whether each cluster has it.`,
        )
  },
})
