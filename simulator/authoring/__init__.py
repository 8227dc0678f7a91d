"""Files edited in place: comments, order and formatting stay; what is saved is never lost."""
