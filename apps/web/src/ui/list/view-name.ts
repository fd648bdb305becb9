/** Under which name the URL of a list keeps the view in force. */
export const viewName = 'savedView';
