import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_eks_audit_log_enabled',
  title: 'GuardDuty watches the audit logs of EKS',
  description:
    'Reads whether the detector of each region looks at the audit logs of the clusters’ control planes.',
  risk: 'Who becomes an administrator of a cluster, or opens its API to everyone, is known to the audit log alone.',
  decision:
    'Passes when the detector has EKS_AUDIT_LOGS enabled. Fails when it is disabled. A region is not judged where GuardDuty is off or suspended, nor where it does not offer this plan. Whether there are clusters is not asked.',
  fix: {
    text: 'Turn on EKS protection of GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose EKS Protection.',
      'Choose Enable, and confirm; where an administrator of the organisation manages GuardDuty, only it can do that.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"EKS_AUDIT_LOGS","Status":"ENABLED"}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "eks" {
  detector_id = aws_guardduty_detector.this.id
  name        = "EKS_AUDIT_LOGS"
  status      = "ENABLED"
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/kubernetes-protection.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) =>
    planned(name, detector, 'the audit logs of Kubernetes', 'EKS_AUDIT_LOGS'),
})
