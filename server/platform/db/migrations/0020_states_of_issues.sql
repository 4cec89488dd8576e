-- no-transaction
-- Why: the states of issues that were there before are held to the same words as new ones.
-- Lock: share update exclusive on tracker_issues, which lets readers and writers work.

alter table tracker_issues validate constraint tracker_issues_state;
