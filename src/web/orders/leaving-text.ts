/** Effects of leaving a group, for the dialogs that confirm it. */
export const leavingTexts = {
  /** The group has succeeded, and the place is to be paid. */
  due: '放棄後名額會釋出，訂單會取消，並計為一次成團未付款。',
  /** The same, of a place that is paid to its leader. */
  toLeader: '放棄後名額會釋出，訂單會取消。已經付給團主的款項，請向團主取回。',
  undecided: '退出後名額會釋出，訂單會取消，不會收取任何款項。',
}
