/** The state of a link to the dashboard that brings its announcements into view. */
export const showsAnnouncements = 'announcements'
